/** What a word or a phrase of a header can be. The last noun of a phrase decides what a column is; the others say more about it. */
export type Role =
  // Nouns of numbers.
  | "weight"
  | "active-weight"
  | "return"
  | "contribution"
  | "effect"
  | "attribution"
  | "impact"
  | "selection"
  | "interaction"
  | "allocation"
  | "risk"
  | "variance"
  | "ratio"
  | "percent-ratio"
  | "yield"
  | "spread"
  | "margin"
  | "duration"
  | "key-rate"
  | "maturity"
  | "price"
  | "money"
  | "capitalization"
  | "assets"
  | "income"
  | "cost"
  | "quantity"
  | "days"
  | "count"
  | "score"
  | "coupon"
  | "rate"
  | "exposure"
  | "plain-number"
  | "active-share"
  | "growth"
  | "change"
  | "revision"
  | "fundamental"
  | "level"
  | "flag"
  // Nouns of texts and dates.
  | "rating"
  | "date"
  | "row-date"
  | "calendar"
  | "identifier"
  | "number"
  | "name"
  | "group"
  | "currency"
  | "text"
  // Whose numbers.
  | "portfolio"
  | "benchmark"
  | "index"
  | "difference"
  // Over which span.
  | "cumulative"
  | "compounded"
  | "to-date"
  | "since"
  | "rolling"
  | "trailing"
  | "annualized"
  | "growth-rate"
  // Words in front of a noun.
  | "plain"
  | "return-kind"
  | "total"
  | "expected"
  | "statistic"
  | "factor"
  | "specific"
  | "part"
  | "firm"
  | "value"
  | "label"
  | "average"
  | "management"
  | "doubt"
  // Small words and signs.
  | "of"
  | "to"
  | "on"
  | "in"
  | "than"
  | "preposition"
  | "percent"
  | "basis-points"
  | "sign"
  | "money-sign"
  | "currency-code"
  | "unknown"
  | "figure"
  | "horizon";

/** Other spellings of words, abbreviations for the most part. A plural that is not here loses its `s`. */
const spellings: Readonly<Record<string, string>> = {
  average: "avg avr mean averages",
  weight: "weights wgt wgts wt wts wght weighting weightings",
  weighted: "wgtd wghtd",
  return: "returns ret rets rtn rtns rtrn rtrns",
  contribution: "contrib cont contr contribs",
  effect: "effects eff efct",
  effective: "efctv",
  allocation: "alloc allocs allocations",
  selection: "sel select selec",
  interaction: "inter interact",
  attribution: "attrib attr",
  portfolio: "port pf ptf prtf portf",
  account: "acct accts",
  benchmark: "bench bm bmk bmrk bnch bnchmk bchmk bmark benchm",
  difference: "diff dif",
  relative: "rel",
  cumulative: "cum cumul cml cumltv",
  annualized: "annualised ann annlzd anlzd",
  inception: "incep incept",
  standard: "std",
  deviation: "dev devs",
  volatility: "vola volat",
  duration: "dur durn",
  modified: "mod",
  market: "mkt mrkt",
  value: "val vals",
  capitalization: "capitalisation",
  price: "px prc",
  quantity: "qty",
  security: "sec secs",
  number: "num nbr",
  percent: "% pct percentage perc",
  currency: "ccy curr fx forex crncy currencies",
  total: "tot ttl",
  beginning: "beg begin bgn opening",
  ending: "endg closing",
  year: "yr yrs",
  month: "mo mos mth mths mon",
  quarter: "qtr",
  earnings: "earning",
  yield: "yld ylds",
  spread: "spd sprd",
  maturity: "mat matur maturities",
  date: "dt",
  rating: "rtg",
  estimated: "est estimate",
  historical: "hist",
  country: "ctry countries",
  transaction: "trans txn",
  specific: "spec",
  gain: "gains",
  industry: "industries",
};

/** The roles of words and phrases, in the spelling that stands first above. */
const phrasesOfRoles: readonly (readonly [Role, string])[] = [
  ["weight", "weight"],
  ["active-weight", "overweight, underweight"],
  [
    "return",
    "return, performance, perf, tret, twr, twrr, rate of return, time weighted return, money weighted return, holding period return",
  ],
  ["contribution", "contribution"],
  ["effect", "effect, attribution effect"],
  ["attribution", "attribution, attribution analysis, performance attribution, return attribution"],
  ["impact", "impact"],
  ["selection", "selection"],
  ["interaction", "interaction"],
  ["allocation", "allocation"],
  [
    "risk",
    "risk, volatility, deviation, standard deviation, st deviation, stdev, stddev, tracking error, te, value at risk, c var, conditional value at risk, var, cvar, expected shortfall, shortfall, expected tail loss, tail loss, etl, drawdown, drawdowns, dd, mdd, dispersion, downside deviation, semi deviation, ulcer index, risk contribution, mctr",
  ],
  ["variance", "variance"],
  [
    "ratio",
    "ratio, beta, sharpe, sortino, calmar, serenity index, cpc index, treynor, omega, correlation, r squared, r square, r ^ 2, r 2, rsquared, p / e, p / b, p / s, p / cf, p / fcf, pe, pb, peg, price earnings, price book, price sales, price cash flow, leverage, turnover ratio, profit factor",
  ],
  [
    "percent-ratio",
    "alpha, return on equity, return on asset, return on assets, return on capital, return on invested capital, return on investment, return on sales, capture, capture ratio, turnover, hit rate, hit ratio, win ratio, win rate, success rate, expense ratio, payout, payout ratio, roe, roa, roic, roce, roi, batting average, asset growth",
  ],
  ["yield", "yield, ytm, ytw, ytc, ytd yield"],
  ["spread", "spread, oas, z spread, zspread, asw, discount margin, quoted margin"],
  ["margin", "margin"],
  [
    "duration",
    "duration, oad, average life, wal, wam, time to maturity, years to maturity, effective maturity, eff maturity, average maturity, weighted average life, weighted average maturity, average effective maturity, eff duration, ctd, wtd average life, wtd average maturity",
  ],
  ["key-rate", "krd, krds, key rate duration, key rate durations, partial duration, partial durations"],
  ["maturity", "maturity"],
  ["price", "price, market price, nav per share, net asset value per share, price per share, strike, vwap"],
  [
    "money",
    "market value, mv, mktval, book value, fair value, trade value, trade amount, notional, notional value, notional amount, proceeds, cash flow, cash flows, purchase, sale, gain, loss, gain / loss, profit / loss, p & l, pnl, principal, balance, principal balance, accrued interest, book cost, cost basis, net flows, net flow, contributions / withdrawals, withdrawals, aum, total cost",
  ],
  ["capitalization", "market cap, market caps, market capitalization, capitalization, mktcap, mcap"],
  ["assets", "assets, net assets, total assets"],
  ["income", "income, net income, dividend income, interest income"],
  ["cost", "cost, fee, fees, expense, expenses"],
  [
    "quantity",
    "quantity, quantity held, shares, shares held, shares outstanding, units, par, par value, par amount, face, face value, face amount, nominal, nominal value, original face, current face, contracts, lots, trading volume",
  ],
  ["days", "days"],
  ["count", "#, number of, no of, count"],
  ["score", "score, rank, percentile, percentile rank, quintile, quartile, decile, z score, zscore"],
  ["coupon", "coupon, coupon rate, wac"],
  ["rate", "rate, fx rate"],
  ["exposure", "exposure"],
  [
    "plain-number",
    "duration times spread, dts, price value of a basis point, pvbp, ending factor, beginning factor, convexity, eff convexity, trend, elapse time, elapsed time, run time, skewness, skew, kurtosis, dv01, dv 01, pv01, pv 01, cs01, cs 01, vega, gamma, theta, rho, sensitivity, pool factor",
  ],
  ["active-share", "active share, as contribution, active share contribution"],
  ["growth", "growth"],
  ["change", "change, chg"],
  ["revision", "revision, surprise"],
  [
    "fundamental",
    "eps, earnings, book, sales, revenue, ebitda, ebit, debt, equity, capital, cash, enterprise value, ev, fcf, free cash flow, dividend, operating, profit, gross profit, net debt",
  ],
  [
    "level",
    "index level, index value, total return index, wealth index, wealth, index points, cumulative growth, growth index",
  ],
  ["flag", "flag, check, filter"],
  ["rating", "rating, credit quality"],
  ["date", "date, expiry, expiration, start period, end period"],
  [
    "row-date",
    "as of date, as of, period start date, period end date, period end, period start, month end, month end date, quarter end, quarter end date, year end, calendar year, valuation date, report date, reporting date, holdings date, observation date",
  ],
  ["calendar", "year, month, quarter, week, day, period"],
  [
    "identifier",
    "identifier, id, ids, ticker, symbol, cusip, isin, sedol, figi, wkn, valor, lei, code, universe, ticker exchange, ticker region, input security, security id",
  ],
  ["number", "number, no"],
  [
    "name",
    "name, security, security description, instrument, holding, company, issue, characteristic, measure, metric, statistic",
  ],
  [
    "group",
    "sector, industry, industry group, sub industry, subindustry, sub sector, country, country of risk, risk country, country of domicile, country of incorporation, domicile, region, continent, asset class, asset type, group, section, table, function, location, exchange, market, scenario, bucket, band, category, class, segment, theme, country code, currency code, exchange code, base currency, local currency, currency of risk, sleeve, peer group",
  ],
  ["currency", "currency"],
  [
    "text",
    "type, day count, status, method, curve, action, frequency, comment, note, abbr, horizon, model, source, message, outlook",
  ],
  ["portfolio", "portfolio, fund, account"],
  ["benchmark", "benchmark"],
  ["index", "index, idx"],
  ["difference", "difference, active, relative, excess, variation, out / under, over / under, under / over, o / u"],
  ["cumulative", "cumulative, running"],
  ["compounded", "compounded, compound"],
  ["to-date", "ytd, mtd, qtd, year to date, month to date, quarter to date, fytd"],
  ["since", "itd, since inception, inception to date, since launch, since start, since commencement, all time, si"],
  ["rolling", "rolling"],
  ["trailing", "trailing"],
  ["growth-rate", "cagr, compound annual growth rate, compounded annual growth rate"],
  ["annualized", "annualized, p a, pa, per annum"],
  ["average", "average, weighted average, wtd average, max, maximum, min, minimum, median"],
  ["management", "management"],
  [
    "plain",
    "act / act, calc from, calc to, weighted, beginning, ending, start, end, initial, optimal, final, current, prior, previous, effective, modified, macaulay, mid, bid, ask, clean, dirty, full, ltm, ntm, ttm, fy, adjusted, option, real, ex post, historical, mpt, blended, wa, simple, basic, original, standalone, held, trade, stock, asset, adj, daily, weekly",
  ],
  [
    "return-kind",
    "net, gross, local, hedged, unhedged, monthly, quarterly, annual, periodic, base, geometric, composite, strategy, official, unannualized, of fees, net of fees, gross of fees, market price",
  ],
  ["total", "total, overall, grand"],
  ["expected", "expected, forecast, projected, estimated, required, implied, predicted, ex ante, target"],
  ["statistic", "best, worst, longest, up, down, win, median return, risk adjusted, stress, shock, simulated"],
  ["factor", "factor, systematic, style, common factor, risk factor, risk factors"],
  ["specific", "specific, asset specific, stock specific, idiosyncratic, residual"],
  [
    "part",
    "shift, twist, shape, butterfly, carry, roll, rolldown, roll down, paydown, term structure, transaction, trading, timing, treasury, intraday, momentum, size, liquidity, quality",
  ],
  ["firm", "firm"],
  ["value", "value"],
  [
    "label",
    "data, characteristics, analysis, summary, statistics, risk statistics, portfolio characteristics, americas, europe, asia, global, international, emerging, developed, us, bond, bonds, fixed income, equities, financials, health, energy, utilities, technology, industrials, materials, real estate, unassigned",
  ],
  [
    "doubt",
    "vol, act, wtd, aversion, premium, months, weeks, quarters, key rate, bid ask spread, bid offer spread, shadow price, unit cost, average cost, start date, end date",
  ],
  ["of", "of"],
  ["to", "to"],
  ["on", "on"],
  ["in", "in"],
  ["than", "vs, versus, minus, less, against, over"],
  ["preposition", "from, by, at, using, per, with, without, excluding, excl, ex, including, incl, for, since, and, &"],
  ["percent", "percent"],
  ["basis-points", "bp, bps, basis points, basis point"],
  ["money-sign", "$, €, £, ¥"],
  ["currency-code", "usd, eur, gbp, chf, jpy, cad, aud, hkd, sgd, sek, nok, dkk"],
  ["sign", "/, -, ^, *"],
];

/** A phrase in words, and its role. */
interface KnownPhrase {
  readonly words: readonly string[];
  readonly role: Role;
}

const wordOfSpelling = new Map(
  Object.entries(spellings).flatMap(([word, list]) => list.split(" ").map((spelling) => [spelling, word] as const)),
);

/** The phrases that begin with a word, the longest first. */
const phrasesOfWord = new Map<string, KnownPhrase[]>();
for (const [role, phrases] of phrasesOfRoles) {
  for (const phrase of phrases.split(", ")) {
    const words = phrase.split(" ").map((word) => wordOfSpelling.get(word) ?? word);
    const first = words[0] ?? "";
    phrasesOfWord.set(first, [...(phrasesOfWord.get(first) ?? []), { words, role }]);
  }
}
for (const phrases of phrasesOfWord.values()) phrases.sort((a, b) => b.words.length - a.words.length);

/** The usual spelling of a word in lower case: `weight` of `wgt`. */
export function usualWord(word: string): string {
  const usual = wordOfSpelling.get(word);
  if (usual !== undefined || phrasesOfWord.has(word) || word.length < 4 || !word.endsWith("s")) return usual ?? word;
  const singular = word.slice(0, -1);
  return wordOfSpelling.get(singular) ?? (phrasesOfWord.has(singular) ? singular : word);
}

/** The phrases that begin with a word in its usual spelling, the longest first. */
export function phrasesWith(word: string): readonly KnownPhrase[] {
  return phrasesOfWord.get(word) ?? [];
}
