import { css, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";

/** A square of a colour. It sets its colour by script: the page's policy forbids style attributes. */
@customElement("ae-swatch")
export class Swatch extends LitElement {
  static override readonly styles = css`
    :host {
      display: inline-block;
      width: 10px;
      height: 10px;
      forced-color-adjust: none;
    }
  `;

  @property({ attribute: false }) accessor color = "";

  protected override updated(): void {
    this.style.background = this.color;
  }
}
