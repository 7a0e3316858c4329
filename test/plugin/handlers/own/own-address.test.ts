import test from 'ava'
import { ownAddress } from '../../../../plugin/handlers/own/own-address.ts'

const nobody = { subject: undefined, panelDomain: undefined, mailDomain: null }

const cases: readonly (readonly [string, Parameters<typeof ownAddress>[0], string | undefined])[] =
  [
    [
      'a sign-in name that is an address is the sender, whatever the domains are',
      { ...nobody, username: 'ada@a.test', panelDomain: 'b.test', mailDomain: 'c.test' },
      'ada@a.test',
    ],
    [
      'a bare name has the domain that is configured',
      { ...nobody, username: 'ada', mailDomain: 'c.test' },
      'ada@c.test',
    ],
    [
      'the domain that the panel names counts more than the configured one',
      { ...nobody, username: 'ada', panelDomain: 'b.test', mailDomain: 'c.test' },
      'ada@b.test',
    ],
    [
      "the panel's own address of that name counts more than any domain",
      { username: 'ada', subject: 'ada@d.test', panelDomain: 'b.test', mailDomain: 'c.test' },
      'ada@d.test',
    ],
    [
      "the panel's address of another name is not the sender",
      { ...nobody, username: 'ada', subject: 'bea@d.test' },
      undefined,
    ],
    ['a bare name without any domain is no sender', { ...nobody, username: 'ada' }, undefined],
    [
      'a name that can stand in no address is no sender',
      { ...nobody, username: 'ada lovelace', mailDomain: 'c.test' },
      undefined,
    ],
  ]

for (const [fact, sender, address] of cases) {
  test(fact, (t) => {
    t.is(ownAddress(sender), address)
  })
}
