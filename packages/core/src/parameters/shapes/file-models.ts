// Written by write-shapes.ts from the schemas of the files that are no requests: do not edit.

/** The objects in the files that users write beside parameter files, in the notation of models.ts. */
export const FILE_MODELS = `
RowCountRule: min? integer; max? integer; minFrom? string; maxFrom? string;
RowCountMovedRule: atMost? integer; atMostPercent? number;
SumRule: column string; value? number; totalRow? boolean; tolerance? number;
AddUpRule: columns string[]; to string; tolerance? number;
BetweenRule: column string; min? number; max? number; minFrom? string; maxFrom? string;
NotNullRule: column string;
TextRule: column string; is? string; oneOf? string[]; matches? string;
UniqueRule: columns string[];
EqualsRule: column string; other string; tolerance? number;
OtherNumber: file? string; unit? string; table? integer; column? string; rows? map<string>; role? 'leaf'|'group'|'total';
AgreesRule: column string; with OtherNumber; tolerance? number;
MetadataRule: item string; is? string; oneOf? string[]; matches? string;
NewestDateRule: column? string; maxBusinessDays integer;
MovedRule: column string; atMost? number; atMostPercent? number;
Check: files? string; units? string; table? integer; rows? map<string>; role? 'leaf'|'group'|'total'; severity? 'error'|'warning'; optional? boolean;
  because? string; rowCount? RowCountRule; rowCountMoved? RowCountMovedRule; sum? SumRule; addUp? AddUpRule; between? BetweenRule;
  notNull? NotNullRule; text? TextRule; unique? UniqueRule; equals? EqualsRule; agrees? AgreesRule; metadata? MetadataRule;
  newestDate? NewestDateRule; moved? MovedRule;
checksRoot: checks Check[];
ProjectConnection: baseUrl string; headerPrefix? string; isProduction? boolean;
ProjectDates: startdate? string; enddate? string;
ProjectSet: files? string[]; connection? string; dates? ProjectDates; currency? string;
projectRoot: files? string[]; families? map<'pa'|'spar'|'vault'|'pub'|'quant'|'fi'|'fiab'|'afi'|'axp'|'bpm'|'fpo'|'npo'>;
  connections? map<ProjectConnection>; connection? string; tolerances? string[]; checks? string[]; outputFolder? string; maxConcurrency? integer;
  unknownProperties? 'error'|'warning'; sets? map<ProjectSet>;
SweepCell: column string; type? 'text'|'number'|'boolean'|'json'; optional? boolean;
sweepRoot: template string|object; rows string; id string; fill? map<string|SweepCell>; exclude? string; unitsPerJob? integer;
`;
