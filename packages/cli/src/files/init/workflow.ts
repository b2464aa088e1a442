/**
 * The workflow that runs the set `nightly` every night, as the guide to workflows has it. A release names the commit of the action here, too.
 * @param baseUrl the address of the service
 */
export function nightlyWorkflow(baseUrl: string): string {
  return `name: Nightly analytics
on:
  workflow_dispatch:
  schedule:
    - cron: "30 5 * * 1-5"
permissions:
  contents: read
jobs:
  run:
    runs-on: ubuntu-latest
    timeout-minutes: 120
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      # Until the first release, the action is built from its sources. A release writes its commit here.
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          repository: analytics-engines/analytics-engines
          path: .analytics-engines
          persist-credentials: false
      - run: npm run build
        working-directory: .analytics-engines
      - uses: ./.analytics-engines/packages/action
        with:
          base-url: ${JSON.stringify(baseUrl)}
          username: \${{ vars.ANALYTICS_USERNAME }}
          password: \${{ secrets.ANALYTICS_API_KEY }}
          set: nightly
          cache: max-stale=0
          timeout-minutes: 110
`;
}
