// What a run folder needs of parameter files, for those runs that need it: a run starts without the checks of parameter files. With a file of their
// own, these names alone are kept in a bundle; an import of the entry itself at run time keeps all that it exports.
export { differingDays, resolveDates } from "@analytics-engines/core/parameters";
