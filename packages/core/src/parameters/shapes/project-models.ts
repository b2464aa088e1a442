// Written by write-project-shapes.ts from the schema of the project file: do not edit.

/** The type of the project file. */
export const projectRoots = { project: "projectRoot" };

/** The objects in them, in the notation of models.ts. */
export const projectModels = `
ProjectConnection: baseUrl string; headerPrefix? string; isProduction? boolean; usernameVariable? string; apiKeyVariable? string;
  tokenVariable? string; oauthConfigVariable? string;
ProjectDates: startdate? string; enddate? string;
ProjectSet: files? string[]; connection? string; dates? ProjectDates; currency? string;
projectRoot: files? string[]; families? map<'pa'|'spar'|'vault'|'pub'|'quant'|'fi'|'fiab'|'afi'|'axp'|'bpm'|'fpo'|'npo'>;
  connections? map<ProjectConnection>; connection? string; tolerances? string[]; checks? string[]; outputFolder? string; maxConcurrency? integer;
  unknownProperties? 'error'|'warning'; sets? map<ProjectSet>;
`;
