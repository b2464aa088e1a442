// Loaded before a program of a reader: moves its date, so that what it prints does not depend on the day. Time passes as it does.
const offset = Number(process.env.DATE_OFFSET_MS ?? 0);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + offset);
    else super(...args);
  }

  static now() {
    return SystemDate.now() + offset;
  }
};
