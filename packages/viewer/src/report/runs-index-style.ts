/** The style of an index of runs, in the colours of a report. */
export const INDEX_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#ffffff, #1f2023); color: light-dark(#1b1f24, #dfe2e6); font: 13px/20px system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 16px 24px; }
h1 { margin: 0; font-size: 20px; line-height: 28px; }
h2 { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
p, ul, dl, dd { margin: 0; padding: 0; }
p { overflow-wrap: anywhere; }
ul { margin-top: 12px; list-style: none; }
li { padding: 8px 0 8px 20px; border-top: 1px solid light-dark(#e2e5ea, #36393f); }
h2::before { content: "✗"; display: inline-block; width: 20px; margin-left: -20px; color: light-dark(#b42318, #ff8a80); }
h2.success::before { content: "✓"; color: light-dark(#1a7f37, #6cc483); }
h2.unknown::before, h2.canceled::before, h2.timed-out::before { content: "?"; color: light-dark(#8a5a00, #e2b340); }
a { color: light-dark(#1f5fbf, #6ea8fe); text-underline-offset: 2px; }
dl { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 12px; }
dl div { display: flex; gap: 6px; min-width: 0; }
dt { color: light-dark(#59636e, #a3abb5); }
dd { overflow-wrap: anywhere; }
@media (max-width: 520px) { main { padding: 12px 16px; } }
@media (forced-colors: active) { h2::before { color: CanvasText !important; } }
`;
