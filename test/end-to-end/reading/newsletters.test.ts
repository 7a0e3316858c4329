import { dirname } from 'node:path'
import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { newsletter } from '../../../scripts/bench/mailboxes/newsletter.ts'
import { eventually } from '../../support/database/rows.ts'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const NEWSLETTERS = 60
/** As many as are fetched ahead (readAheadMessages): they open without the server. */
const AHEAD = 5
/** KiB of ordinary ones: a notice, a shop, a shop before a feast. */
const SIZES = [16, 56, 117] as const
/** The last one that is opened. One more is below it, to be fetched ahead. */
const LAST = 2

/** Ways of going down the list, each row opened before the server answered for the one above. */
const ways: Readonly<Record<string, (page: Page, number: number) => Promise<void>>> = {
  'by keys': async (page) => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
  },
  // At once where the row is: Playwright's own click waits for more than a user does.
  'by clicks': async (page, number) => {
    const box = await rowOf(page, number).boundingBox()
    if (box === null) throw new Error('the row is not in sight')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  },
}

for (const [way, openRow] of Object.entries(ways)) {
  test.serial(
    `of sixty newsletters opened quickly ${way} the mail server is asked for the one that stays, before any that is fetched ahead`,
    async (t) => {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      let isHolding = false
      const read = new Set<number>()
      const { page, errorLog, complaints } = await openSignedInPage(t, {
        messages: 0,
        prepare: deliverNewsletters,
        between: (dovecot) =>
          startImapRelay(t, {
            ...dovecot,
            cuts: (piece) => {
              for (const uid of uidsReadIn(piece)) read.add(uid)
              return false
            },
            hold: (line) => (isHolding && / FETCH \(.*BODY/.test(line) ? released : undefined),
          }),
        // All rows are in sight, so that none has to be loaded on the way.
        browser: { viewport: { width: 1280, height: 6_000 } },
      })
      // Asked for once a message is shown, it reads rows of other messages as well.
      await page.route(/_action=conversation/, (route) => route.fulfill({ status: 204 }))
      const metrics = metricsBeside(errorLog)
      await rowOf(page, 1).waitFor()
      await eventually(
        () => Promise.resolve(read.size),
        (count) => count === AHEAD,
      )
      await eventually(metrics, isIdle)

      read.clear()
      isHolding = true
      for (let number = NEWSLETTERS; number >= LAST; number -= 1) await openRow(page, number)
      // Of those that were left one is being read, and none waits.
      const held = await eventually(metrics, (text) => /^postern_imap_waiting 1$/m.test(text))
      release()
      await page
        .frameLocator('.message-frame')
        .getByRole('heading', { name: headingOf(LAST), exact: true })
        .waitFor()
      const settled = await eventually(metrics, isIdle)

      t.regex(held, /^postern_imap_waiting 1$/m)
      t.true(isIdle(settled), settled)
      // One more may be on its way when it is left.
      const order = [...read]
      const [first] = order
      const opened = order.filter((uid) => uid !== LAST - 1)
      t.is(first, NEWSLETTERS - AHEAD)
      t.is(opened.at(-1), LAST)
      t.true(opened.length <= 3, order.join())
      t.true(!order.includes(LAST - 1) || order.at(-1) === LAST - 1, order.join())
      t.deepEqual(complaints, [])
    },
  )
}

/** Read, so that opening one changes nothing at the server; with UIDs from 1, the newest is on top. */
async function deliverNewsletters(dovecot: Dovecot, owner: string): Promise<void> {
  for (let number = 1; number <= NEWSLETTERS; number += 1) {
    // One that is larger than readAheadBytes is not fetched ahead.
    const isAhead = number > NEWSLETTERS - AHEAD
    const html = newsletter(isAhead ? SIZES[0] : (SIZES[number % SIZES.length] ?? SIZES[0]))
    const raw = [
      'From: Shop <shop@example.org>',
      `To: ${owner}`,
      `Subject: ${headingOf(number)}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      html.replace(/(<body[^>]*>)/, `$1<h1>${headingOf(number)}</h1>`),
    ].join('\r\n')
    const receivedAt = Date.UTC(2026, 10, 1) + number * 60_000
    await dovecot.deliver(owner, { raw, flags: ['\\Seen'], receivedAt })
  }
}

function headingOf(number: number): string {
  return `News of week ${number}`
}

function rowOf(page: Page, number: number): Locator {
  return page.getByRole('row', { name: new RegExp(`${headingOf(number)},`) })
}

/** The messages that a command reads the head or the body of. */
function uidsReadIn(piece: string): readonly number[] {
  return [...piece.matchAll(/UID FETCH (\d+) \(.*BODY/g)].map(([, uid]) => Number(uid))
}

function metricsBeside(errorLog: string): () => Promise<string> {
  return async () => {
    const endpoint = await readAdminEndpoint(dirname(errorLog))
    return (await fetch(`${endpoint?.address}/metrics`)).text()
  }
}

/** No one waits for the mail server, and the connection that all requests share rests. The page's watch counts as in use. */
function isIdle(metrics: string): boolean {
  return (
    /^postern_imap_waiting 0$/m.test(metrics) &&
    /^postern_imap_connections\{use="idle"\} 1$/m.test(metrics)
  )
}
