import { css } from "lit";

export const menuStyle = css`
  [popover] {
    min-width: 220px;
    max-width: 340px;
  }
  [popover]:popover-open {
    display: grid;
    gap: 8px;
  }
  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  label {
    display: grid;
    grid-template-columns: 70px 1fr;
    gap: 8px;
    align-items: center;
  }
  label:has([type="checkbox"]) {
    grid-template-columns: auto 1fr;
  }
  .list {
    display: grid;
    gap: 2px;
    max-height: 50vh;
    overflow: auto;
  }
  .list label {
    grid-template-columns: auto 1fr;
    padding: 1px 4px;
    overflow-wrap: anywhere;
  }
`;
