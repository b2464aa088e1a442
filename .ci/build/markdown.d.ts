/** Markdown files are packed as texts. */
declare module "*.md" {
  const text: string;
  export default text;
}
