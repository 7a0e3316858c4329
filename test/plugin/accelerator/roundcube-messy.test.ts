import test from 'ava'
import {
  fillMessyMailbox,
  createMailLife,
  messySettings,
} from '../../support/accelerator/messy-mailbox.ts'
import { liveThroughWeek, shareOfPostern } from '../../support/differ/week.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { seededRandom } from '../../support/random.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'

/** Of hot requests, in mailboxes that no one has tidied. */
const MIN_SHARE = 0.9

for (const [separator, settings] of Object.entries(messySettings)) {
  // With `/` there is all that is with `.`, and more.
  if (separator === '.' && !isLong) continue
  test(`at least nine in ten hot requests of a week are answered like Roundcube's, names with ${separator}`, async (t) => {
    const random = seededRandom(isLong ? 7 : 5)
    const { dovecot, browser, acceleratedBrowser } = await startRoundcubeOnPostern(t, {
      mail: { users: 2, settings },
      accelerate: {},
    })
    const [one, other] = [dovecot.userName(1), dovecot.userName(2)]
    for (const user of [one, other]) await fillMessyMailbox(dovecot, user, separator)

    const report = await liveThroughWeek({
      ...createMailLife(dovecot, [one, other], random),
      signIns: isLong ? 20 : 5,
      minutes: 60,
      folders: [
        ...['INBOX', 'Drafts', 'Archive', 'Trash', 'Junk'],
        ...(separator === '/' ? ['Public/Team'] : []),
      ],
      random,
      signIn: async () => {
        const pair = { direct: browser(), through: acceleratedBrowser() }
        await pair.direct.signIn(one, dovecot.password)
        await pair.through.signIn(other, dovecot.password)
        return pair
      },
    })

    t.deepEqual(report.differences, [])
    t.log(Object.fromEntries(report.answeredBy))
    t.true(shareOfPostern(report) >= MIN_SHARE, `${shareOfPostern(report)}`)
  })
}
