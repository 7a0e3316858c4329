import registerTest, { type TestFn } from 'ava'
import type { Browser } from 'playwright-core'
import { signInAndOut } from '../../support/accelerator/sign-in-story.ts'
import { walkThroughPage } from '../../support/accelerator/page-story.ts'
import { launchChromium } from '../../support/chromium.ts'
import { quotaSettings } from '../../support/dovecot/quota.ts'
import { freePort } from '../../support/process/free-port.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'

const test = registerTest as TestFn<{ browser: Browser }>

// One after the other: a browser and a Roundcube each are enough for the machine.
test.before(async (t) => {
  t.context.browser = await launchChromium()
})
test.after.always((t) => t.context.browser.close())

test.serial("Roundcube's own page shows through Postern what it shows without it", async (t) => {
  const metricsPort = await freePort()
  const { dovecot, roundcube, postern } = await startRoundcubeOnPostern(t, {
    mail: { users: 2, settings: quotaSettings('20M') },
    accelerate: {},
    metricsPort,
  })
  const [one, other] = [dovecot.userName(1), dovecot.userName(2)]
  for (const user of [one, other]) {
    await dovecot.seed(user, 60)
    await dovecot.seed(user, 5, 'Trash')
  }
  const { browser } = t.context

  const through = await walkThroughPage({ browser, dovecot, user: one, script: postern().base() })
  const direct = await walkThroughPage({ browser, dovecot, user: other, script: roundcube.script })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

  t.deepEqual(through.shown, direct.shown)
  t.deepEqual(through.complaints, [])
  for (const action of ['list', 'refresh', 'check-recent']) {
    const own = through.answeredBy.filter((by) => by === `${action} postern`).length
    t.true(own > 0, `${action} was never answered by Postern`)
    const line = `postern_accelerated_requests_total{action="${action}",by="postern",reason=""} ${own}`
    t.true(metrics.includes(`${line}\n`), line)
  }
})

test.serial("someone whom Postern signs in continues in Roundcube's own page", async (t) => {
  const { dovecot, postern } = await startRoundcubeOnPostern(t, {
    mail: { users: 1 },
    accelerate: { signIn: true },
  })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 5)
  const reader = {
    browser: t.context.browser,
    user,
    password: dovecot.password,
    script: postern().base(),
  }

  const first = await signInAndOut(reader)
  const second = await signInAndOut(reader)

  t.is(first.answeredBy, 'roundcube; reason=not_learned')
  t.deepEqual(second, { answeredBy: 'postern', rows: 5, complaints: [] })
})
