/** The window's styles: one constructed sheet, which a strict content security policy allows. */
export const STYLES = `
:host { all: initial; }
dialog {
  box-sizing: border-box; inline-size: min(26rem, calc(100vw - 2rem)); max-block-size: calc(100vh - 2rem); overflow: auto;
  padding: 1.25rem; border: 2px solid #7c68c0; border-radius: 0.75rem; color: #f4f1ff; background: #241d3d;
  font: 1rem/1.5 system-ui, sans-serif;
}
dialog::backdrop { background: rgb(0 0 0 / 60%); }
h2 { margin: 0 0 0.25rem; font-size: 1.125rem; }
p { margin: 0 0 0.75rem; }
.worthless { display: inline-block; padding: 0.125rem 0.5rem; border-radius: 0.25rem; color: #241d3d; background: #ffd166; }
dl { margin: 0 0 1rem; }
dt { color: #c4b8ea; font-size: 0.875rem; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
pre { margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, monospace; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; max-block-size: 14rem; overflow: auto; }
legend { padding: 0; color: #c4b8ea; font-size: 0.875rem; }
label { display: flex; gap: 0.5rem; align-items: center; min-block-size: 2.75rem; overflow-wrap: anywhere;
  font: 0.8125rem ui-monospace, monospace; }
form > div { display: flex; gap: 0.75rem; justify-content: end; }
button { min-block-size: 2.75rem; padding: 0 1.25rem; border: 1px solid #7c68c0; border-radius: 0.5rem; color: inherit;
  background: transparent; font: inherit; cursor: pointer; }
button.yes { color: #241d3d; background: #d9cffc; }
:focus-visible { outline: 3px solid #ffd166; outline-offset: 2px; }
`;
