/** A number as JSON writes it. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/**
 * The numbers, as JSON writes them, that a text may mean, the likeliest first; none if it has not the form of a number. A comma may stand
 * before decimals or between thousands.
 */
export function numbersMeant(text: string): string[] {
  const [, sign = "", digits = ""] = /^([-+\u2212]?)([\d.,_'’ \u00a0\u202f]+(?:e[-+]?\d+)?)$/i.exec(text.trim()) ?? [];
  const prefix = sign === "" || sign === "+" ? "" : "-";
  return spellings(digits)
    .map((spelling) => prefix + withPlainZeros(spelling))
    .filter((number) => JSON_NUMBER.test(number));
}

function spellings(digits: string): string[] {
  if (!/\d/.test(digits)) return [];
  const plainDigits = digits.replace(/[_'’ \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(plainDigits)) return [plainDigits.replaceAll(".", "")];
  if (!plainDigits.includes(",")) return [plainDigits];
  const withoutCommas = plainDigits.replaceAll(",", "");
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(plainDigits)) return [withoutCommas];
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(plainDigits)) return [plainDigits.replaceAll(".", "").replace(",", ".")];
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(plainDigits)) return [withoutCommas];
  if (!/^\d+,\d+$/.test(plainDigits)) return [];
  const decimal = plainDigits.replace(",", ".");
  if (!/^[1-9]\d{0,2},\d{3}$/.test(plainDigits)) return [decimal];
  return plainDigits.endsWith(",000") ? [withoutCommas, decimal] : [decimal, withoutCommas];
}

/** Without zeros before the first digit, and with a digit on both sides of the point. */
function withPlainZeros(number: string): string {
  return number
    .replace(/^0+(?=\d)/, "")
    .replace(/^\./, "0.")
    .replace(/\.(?!\d)/, "");
}
