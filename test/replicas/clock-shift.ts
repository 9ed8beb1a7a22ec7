/** Preloaded into a process: shifts its clock by CLOCK_SHIFT_MS. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const SystemDate = Date;
const now = () => SystemDate.now() + shift;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args) => (args.length > 0 ? Reflect.construct(target, args) : new SystemDate(now())),
  apply: () => new SystemDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
