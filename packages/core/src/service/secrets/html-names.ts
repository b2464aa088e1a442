// The names of HTML for the characters of ASCII and of Latin-1. Other characters are escaped by their numbers.

const asciiCharacters: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
  ...{ excl: "!", num: "#", dollar: "$", percnt: "%", lpar: "(", rpar: ")", ast: "*", midast: "*", plus: "+" },
  ...{ comma: ",", hyphen: "-", dash: "-", period: ".", sol: "/", colon: ":", semi: ";", equals: "=", quest: "?" },
  ...{ commat: "@", lsqb: "[", lbrack: "[", bsol: "\\", rsqb: "]", rbrack: "]", hat: "^", lowbar: "_", grave: "`" },
  ...{ lcub: "{", lbrace: "{", verbar: "|", vert: "|", rcub: "}", rbrace: "}", tab: "\t", newline: "\n" },
};

/** From U+00A0 to U+00FF. */
const latinNames =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil
 sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
 Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml
 aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute
 ucirc uuml yacute thorn yuml`.split(/\s+/);

const characters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(asciiCharacters),
  ...latinNames.map((name, at) => [name.toLowerCase(), String.fromCharCode(0xa0 + at)] as const),
]);

/** The character of a name such as `amp` or `AMP`. Of letters the case may differ: who searches ignores it. */
export function namedCharacter(name: string): string | undefined {
  return characters.get(name.toLowerCase());
}
