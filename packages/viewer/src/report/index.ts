export { writeHistoryPage } from "./write-history-page.ts";
export { type ReportOptions, writeReport } from "./write-report.ts";
export { writeReviewPage } from "./write-review-page.ts";
