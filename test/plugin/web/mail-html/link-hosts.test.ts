import test from 'ava'
import { mailFrames } from '../../../support/web/mail-frames.ts'

const showBodies = mailFrames(test)

for (const [what, link, shown] of [
  [
    'an address of another host says where it leads',
    '<a href="https://evil.test/bank">https://www.bank.test/login</a>',
    'https://www.bank.test/login (evil.test)',
  ],
  [
    'a host that is written without https says so too',
    '<a href="http://evil.test/"><b>bank.test</b></a>',
    'bank.test (evil.test)',
  ],
  [
    'a host of other letters is shown as it is asked for',
    '<a href="https://b\u0430nk.test/">bank.test</a>',
    'bank.test (xn--bnk-6cd.test)',
  ],
  [
    'a part of the host is no other one',
    '<a href="https://click.bank.test/">www.bank.test</a>',
    'www.bank.test',
  ],
  ['words are no address', '<a href="https://evil.test/">Our offer</a>', 'Our offer'],
  ['an address of mail is no host', '<a href="mailto:a@evil.test">bank.test</a>', 'bank.test'],
  ['a place in the message is no host', '<a href="#a">bank.test</a>', 'bank.test'],
] as const) {
  test.serial(`a link: ${what}`, async (t) => {
    const page = await showBodies([link])

    t.is(await page.frameLocator('iframe').locator('a').innerText(), shown)
  })
}
