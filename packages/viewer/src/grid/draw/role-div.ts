/** A `div` with a role and a class. */
export function roleDiv(role: string, className: string): HTMLElement {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  element.className = className;
  return element;
}
