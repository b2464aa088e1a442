import { css } from "lit";

export const gridStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 120px;
    min-width: 0;
    background: var(--background);
  }
  .status {
    min-height: 16px;
    font-size: 12px;
    line-height: 16px;
  }
  ae-grid-toolbar {
    display: block;
    padding: 6px 0;
  }
  .scroller {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 4px;
    outline-offset: -2px;
    overscroll-behavior: contain;
    /* The grid places the rows itself. */
    overflow-anchor: none;
  }
  .viewport {
    position: sticky;
    top: 0;
    left: 0;
    overflow: clip;
    contain: strict;
    user-select: none;
    font-family: var(--font);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .header,
  .body {
    position: absolute;
    left: 0;
    right: 0;
    /* Clipped, not hidden: the browser would scroll hidden parts into view and move headings over other columns. */
    overflow: clip;
  }
  .header {
    top: 0;
    background: var(--surface);
    border-bottom: 1px solid var(--line-strong);
    z-index: 2;
    font-weight: 600;
  }
  .body {
    bottom: 0;
  }
  .row {
    position: absolute;
    left: 0;
    top: 0;
    width: 100%;
    height: var(--row);
    line-height: var(--row);
    contain: layout style;
    border-bottom: 1px solid var(--line);
    background: var(--background);
  }
  .row.group {
    font-weight: 600;
  }
  .row.total {
    border-bottom-color: var(--line-strong);
  }
  .row:hover,
  .row:hover .pinned {
    background: var(--hover);
  }
  .lane {
    position: absolute;
    top: 0;
    bottom: 0;
    left: 0;
  }
  .sheet {
    position: absolute;
    top: 0;
    left: 0;
    min-width: 100%;
    /* A layer of its own, so that the browser moves it without drawing it again; opaque, so that it need not be blended. */
    background: var(--background);
    will-change: transform;
  }
  .pinned {
    position: absolute;
    top: 0;
    bottom: 0;
    left: 0;
    z-index: 1;
    background: var(--background);
  }
  .pinned:not(:empty) {
    border-right: 2px solid var(--line);
  }
  .header .pinned {
    background: var(--surface);
  }
  .header .pinned.over {
    background: none;
    pointer-events: none;
  }
  .header .pinned.over > * {
    pointer-events: auto;
  }
  /* Cells are not positioned, which would cost time in each frame. The negative margin puts each at the top of the one before it. */
  .row,
  .row > .pinned {
    padding-top: calc(var(--row) - 1px);
  }
  .cell {
    height: calc(var(--row) - 1px);
    margin-top: calc(1px - var(--row));
    padding: 0 9px;
    white-space: pre;
  }
  .cell.edge,
  .head.edge {
    border-left: 1px solid var(--line);
    padding-left: 8px;
  }
  .cell.negative {
    color: var(--negative);
  }
  .cell.null {
    color: var(--text-quiet);
  }
  /* Clipping costs more than drawing a text, so only cells with long texts are clipped. */
  .cell.long {
    overflow: clip;
    text-overflow: ellipsis;
  }
  .cell.end {
    text-align: right;
  }
  .cell.middle {
    text-align: center;
  }
  .cell.struct {
    font-family: var(--font-code);
    font-size: 0.92em;
  }
  .cell.changed {
    background: var(--marked);
  }
  .cell.gain {
    background: color-mix(in srgb, var(--positive) 5%, var(--background));
  }
  .cell.loss {
    background: color-mix(in srgb, var(--negative) 5%, var(--background));
  }
  .cell.large.gain {
    background: color-mix(in srgb, var(--positive) 14%, var(--background));
  }
  .cell.large.loss {
    background: color-mix(in srgb, var(--negative) 14%, var(--background));
  }
  .cell.same {
    color: var(--text-quiet);
  }
  .cell.missing {
    background: var(--missing);
  }
  .cell.selected {
    background: var(--selected);
  }
  .cell.active {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  .fold {
    display: inline-block;
    width: 16px;
    margin-left: -2px;
    cursor: pointer;
    color: var(--text-quiet);
  }
  .fold::before {
    content: "";
    display: inline-block;
    border: solid currentcolor;
    border-width: 0 1.5px 1.5px 0;
    width: 5px;
    height: 5px;
    margin: 0 0 2px 3px;
    transform: rotate(-45deg);
    transition: transform 80ms;
  }
  .fold.open::before {
    transform: rotate(45deg);
  }
  .fold.none::before {
    visibility: hidden;
  }
  .head {
    position: absolute;
    display: flex;
    align-items: end;
    padding: 4px 9px;
    border-bottom: 1px solid var(--line);
    overflow: clip;
    line-height: 16px;
  }
  .head.leaf {
    cursor: pointer;
  }
  .head.leaf:hover {
    background: var(--hover);
  }
  .head.leaf.end {
    text-align: right;
  }
  .head.leaf.middle {
    text-align: center;
  }
  .compact .head {
    padding-block: 3px;
  }
  .head .label {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    overflow-wrap: break-word;
    max-height: 100%;
  }
  .head .label.clamped {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    /* Its lines limit it. With a height as well, Chromium 150 shows the first line alone. */
    max-height: none;
  }
  .head .unit {
    display: block;
    font-size: 11px;
    line-height: 15px;
    font-weight: 400;
    color: var(--text-quiet);
  }
  .compact .head .unit {
    display: inline;
    margin-left: 4px;
  }
  .head:not(.leaf) .label {
    white-space: nowrap;
  }
  .head.active {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  .head .sort {
    position: absolute;
    right: 1px;
    bottom: 4px;
    font-weight: 400;
    color: var(--accent);
  }
  .head .menu {
    position: absolute;
    right: 6px;
    top: 2px;
    width: 16px;
    text-align: center;
    border-radius: 3px;
    color: var(--text-quiet);
    background: var(--surface);
    opacity: 0;
  }
  .head:hover .menu,
  .head.active .menu,
  .head.filtered .menu {
    opacity: 1;
  }
  .head .grip {
    position: absolute;
    right: -1px;
    top: 0;
    bottom: 0;
    width: 7px;
    cursor: col-resize;
    touch-action: none;
  }
  .head .grip:hover {
    border-right: 2px solid var(--accent);
  }
  .head.target {
    background: var(--selected);
  }
  .head.filtered .menu {
    color: var(--accent);
  }
  .head .menu:hover {
    background: var(--selected);
  }
  .empty {
    position: absolute;
    inset: 40% 0 auto;
    text-align: center;
    color: var(--text-quiet);
  }
  @media (forced-colors: active) {
    .cell.selected,
    .cell.changed {
      forced-color-adjust: none;
      color: HighlightText;
    }
    .cell.changed {
      color: MarkText;
    }
  }
`;
