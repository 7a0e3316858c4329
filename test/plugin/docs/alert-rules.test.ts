import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { isLong } from '../../support/process/long-tests.ts'

const ifLong = isLong ? test : test.skip
ifLong('Prometheus takes the alert rules as they are', async (t) => {
  const { stdout } = await promisify(execFile)('promtool', [
    ...['check', 'rules', 'plugin/docs/prometheus-alerts.yml'],
  ])

  t.regex(stdout, /SUCCESS: \d+ rules found/)
})
