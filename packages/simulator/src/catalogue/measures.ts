import { lazy, lines, records } from "./hash.ts";

/** A quantity that a column shows. */
export interface Measure {
  readonly name: string;
  readonly category: string;
  readonly kind: MeasureKind;
  /** The usual range of the kind `number`. */
  readonly low: number;
  readonly high: number;
}

/** The kinds that are computed from holdings and prices. Effects compare with the benchmark. */
const measureKinds = [
  "weight-begin",
  "weight-end",
  "weight-average",
  "return",
  "contribution",
  "price-begin",
  "price-end",
  "value-end",
  "shares",
  "allocation",
  "selection",
  "interaction",
  "total-effect",
  "risk-factor",
  "risk-specific",
] as const;

/** `number`: a characteristic of the security within a range. `text`: a text about the security. */
export type MeasureKind = (typeof measureKinds)[number] | "number" | "text";

// A category, then its measures: `name = kind` or `name = low..high`.
const NUMERIC = `
Position Data:
  Beginning Weight = weight-begin; Ending Weight = weight-end; Average Weight = weight-average; Beginning Price = price-begin
  Ending Price = price-end; Ending Market Value = value-end; Ending Quantity = shares; Days Held = 20..2500; Lots = 1..12
  Share of Volume = 0.01..9
Performance:
  Total Return = return; Contribution to Return = contribution; Return 1 Week = -4..4; Return 1 Month = -9..10; Return 3 Months = -15..18
  Return 6 Months = -20..26; Return 1 Year = -30..45; Return 3 Years = -10..22; Return 5 Years = -6..18; Price Return = -9..10
Attribution Effects:
  Allocation Effect = allocation; Selection Effect = selection; Interaction Effect = interaction; Total Effect = total-effect
  Currency Effect = -0.4..0.4; Timing Effect = -0.2..0.2; Trading Effect = -0.1..0.1; Residual Effect = -0.02..0.02
Valuation:
  Price to Earnings = 6..55; Price to Book = 0.6..11; Price to Sales = 0.4..9; Price to Cash Flow = 4..30; Earnings Yield = 1..12
  Dividend Yield = 0..7; Free Cash Flow Yield = -2..11; Enterprise Value to Sales = 0.5..10; Enterprise Value to Earnings = 4..28
  Price to Earnings Next Year = 6..40
Size:
  Market Capitalization = 400..900000; Enterprise Value = 400..950000; Float = 30..100; Shares Outstanding = 20..9000; Employees = 300..250000
  Total Assets = 500..800000; Sales = 200..300000; Net Income = -2000..60000; Traded Value per Day = 1..4000; Analysts = 1..40
Growth:
  Sales Growth 1 Year = -15..40; Sales Growth 3 Years = -8..28; Sales Growth 5 Years = -5..22; Earnings Growth 1 Year = -40..70
  Earnings Growth 3 Years = -15..35; Earnings Growth 5 Years = -8..25; Dividend Growth = -10..20; Book Value Growth = -8..22
  Cash Flow Growth = -25..45; Asset Growth = -10..25
Profitability:
  Gross Margin = 10..75; Operating Margin = -5..40; Net Margin = -8..30; Return on Equity = -10..45; Return on Assets = -5..20
  Return on Capital = -6..35; Asset Turnover = 0.1..2.5; Inventory Turnover = 1..20; Research to Sales = 0..22; Payout Ratio = 0..90
Balance Sheet:
  Debt to Equity = 0..250; Debt to Assets = 0..60; Net Debt to Earnings = -2..5; Interest Cover = 1..60; Current Ratio = 0.6..4
  Quick Ratio = 0.4..3; Cash to Assets = 1..40; Equity to Assets = 10..80; Working Capital to Sales = -10..35; Goodwill to Assets = 0..45
Risk:
  Beta = 0.4..1.8; Volatility = 8..55; Downside Volatility = 6..38; Specific Risk = 5..40; Tracking Error Contribution = 0..0.4
  Value at Risk = 1..9; Expected Shortfall = 1.5..13; Correlation = 0.1..0.95; Maximum Drawdown = -70..-5; Liquidity Days = 0.1..30
  Factor Contribution to Risk = risk-factor; Specific Contribution to Risk = risk-specific
Fixed Income:
  Effective Duration = 0.2..14; Modified Duration = 0.2..15; Effective Convexity = 0..3; Yield to Maturity = 0.5..9; Yield to Worst = 0.5..9
  Option Adjusted Spread = 5..520; Coupon = 0..8; Years to Maturity = 0.3..29; Spread Duration = 0.1..12; Average Life = 0.3..25
Estimates:
  Earnings per Share = -3..30; Earnings per Share Next Year = -2..34; Sales per Share = 1..220; Target Price = 5..900; Recommendation = 1..5
  Revisions Up = 0..20; Revisions Down = 0..20; Surprise = -12..15; Dispersion = 1..30; Long Term Growth = -2..28
Sustainability:
  Carbon Intensity = 2..900; Carbon Footprint = 1..700; Energy Use = 5..2000; Renewable Share = 0..100; Water Use = 1..600
  Waste = 1..300; Board Independence = 30..100; Women on Board = 0..60; Governance Score = 10..98; Overall Score = 10..98
Momentum:
  Momentum 3 Months = -20..25; Momentum 12 Months = -40..70
`;

const TEXT = `
Symbol; Security Name; Sector; Industry; Country; Region; Currency; Asset Class; Size Band; Rating
Exchange; Instrument Type; Incorporation; Risk Country; Sub-Region; Issuer; Issue; Maturity Band; Duration Band; Identifier
`;

function parseNumeric(): Measure[] {
  let category = "";
  return lines(NUMERIC).flatMap((line) => {
    if (line.endsWith(":")) {
      category = line.slice(0, -1);
      return [];
    }
    return line.split(";").map((item): Measure => {
      const [name = "", rule = ""] = item.split(" = ").map((part) => part.trim());
      const range = rule.split("..").map(Number);
      const kind = range.length === 2 ? "number" : kindOf(rule);
      return { name, category, kind, low: range[0] || 0, high: range[1] ?? 0 };
    });
  });
}

function kindOf(rule: string): MeasureKind {
  const kind = measureKinds.find((candidate) => candidate === rule);
  if (kind === undefined) throw new Error(`measure of no known kind: ${rule}`);
  return kind;
}

/** The measures with numbers: 122. */
export const numericMeasures = lazy(parseNumeric);

/** The measures with words: 20. */
export const textMeasures = lazy(() =>
  records(TEXT)
    .flat()
    .map((name): Measure => ({ name, category: "Description", kind: "text", low: 0, high: 0 })),
);
