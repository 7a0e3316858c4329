import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { isLong } from '../../support/process/long-tests.ts'
import { temporaryDirectory, type Teardown } from '../../support/process/temporary-directory.ts'

const RULES = 'plugin/docs/prometheus-alerts.yml'

const run = promisify(execFile)
const ifLong = isLong ? test : test.skip
ifLong('Prometheus takes the alert rules as they are', async (t) => {
  const { stdout } = await run('promtool', ['check', 'rules', RULES])

  t.regex(stdout, /SUCCESS: \d+ rules found/)
})

/** What metrics say of a fault for an hour and a half, a value a minute (promtool's notation), and the rule that is to see it. */
const faults = {
  'a database that takes no writes': {
    alert: 'PosternDatabaseTakesNoWrites',
    series: { 'postern_backend_up{backend="database"}': '0x90' },
  },
  'a session endpoint that refuses Roundcube': {
    alert: 'PosternSessionEndpointRefuses',
    series: { postern_session_endpoint_problems_total: '0+30x90' },
  },
  // A counter is there from its first event on: of none there is no series.
  'a mail server that lets nobody sign in': {
    alert: 'PosternSignInsFail',
    series: { 'postern_sign_ins_total{outcome="unavailable"}': '0+60x90' },
  },
  'a mail server that refuses most sign-ins': {
    alert: 'PosternSignInsFail',
    series: {
      'postern_sign_ins_total{outcome="refused"}': '0+60x90',
      'postern_sign_ins_total{outcome="accepted"}': '0+10x90',
    },
  },
  'an accelerator that answers nothing': {
    alert: 'PosternAcceleratorLeavesMuch',
    series: {
      'postern_accelerated_requests_total{action="list",by="roundcube",reason="row_not_plain"}':
        '0+600x90',
    },
  },
  'a mail server of few users that lets nobody sign in': {
    alert: 'PosternSignInsFail',
    series: { 'postern_sign_ins_total{outcome="unavailable"}': '0+2x90' },
  },
  'an accelerator of few users that answers nothing': {
    alert: 'PosternAcceleratorLeavesMuch',
    series: {
      'postern_accelerated_requests_total{action="refresh",by="roundcube",reason="not_learned"}':
        '0+5x90',
    },
  },
  'an accelerator that leaves half to Roundcube': {
    alert: 'PosternAcceleratorLeavesMuch',
    series: {
      'postern_accelerated_requests_total{action="list",by="postern",reason=""}': '0+600x90',
      'postern_accelerated_requests_total{action="refresh",by="roundcube",reason="news"}':
        '0+600x90',
    },
  },
}

for (const [what, { alert, series }] of Object.entries(faults)) {
  ifLong(`${what} is an alert`, async (t) => {
    const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"})`

    await t.notThrowsAsync(judge(t, series, { expr: firing, count: 1 }))
  })
}

ifLong('one user with a wrong password, and a page left open at night, are no alert', async (t) => {
  const series = {
    'postern_sign_ins_total{outcome="refused"}': '0+1x90',
    'postern_accelerated_requests_total{action="refresh",by="roundcube",reason="news"}': '0+1x90',
  }

  await t.notThrowsAsync(judge(t, series, { expr: 'count(ALERTS)', count: undefined }))
})

/** Lets the rules judge the metrics at the end of them: so many values are to come of the expression. */
async function judge(
  t: Teardown,
  series: Readonly<Record<string, string>>,
  { expr, count }: { readonly expr: string; readonly count: number | undefined },
): Promise<void> {
  const tests = {
    rule_files: [resolve(RULES)],
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr,
            eval_time: '80m',
            exp_samples: count === undefined ? [] : [{ labels: '{}', value: count }],
          },
        ],
      },
    ],
  }
  const file = join(await temporaryDirectory(t), 'tests.yml')
  await writeFile(file, JSON.stringify(tests))
  await run('promtool', ['test', 'rules', file])
}
