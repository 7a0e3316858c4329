import type {
  ContactsContext,
  FiltersContext,
  SettingsContext,
  SignInContext,
  TrialContext,
  UnsubscribingContext,
  WritingContext,
} from '../../../plugin/actions/contract/contexts.ts'
import { readFilterScript } from '../../../proxy/mail/sieve/owner/filter-script.ts'
import { emptyBook } from '../contacts/contact-book.ts'
import { createSearches } from '../../../plugin/actions/contract/searches.ts'
import { readContactFile } from '../../../plugin/contacts/format/read-file.ts'
import { createViewMemory } from '../../../plugin/actions/list/list.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { totpInvitation } from '../../../plugin/second-factor/totp.ts'
import type { StoredMessage } from '../../../proxy/mail/model/stored-message.ts'
import { prepareTrial } from '../../../proxy/mail/sieve/trial/prepare-trial.ts'
import type { TrialSource } from '../../../proxy/mail/sieve/trial/trial.ts'
import type { Renderer } from '../../../proxy/mail/html/renderer.ts'
import type { OutgoingMessage, Submission } from '../../../proxy/mail/submission/submission.ts'
import { fakeMail, type FakeMail } from './fake-account.ts'
import { fakeFilters } from './fake-filters.ts'
import { fakeOutbox } from './fake-outbox.ts'
import { fakeSettings } from './fake-settings.ts'
import { sendsOver } from './fake-sends.ts'

/** What any action may use. */
export type AnyContext = WritingContext &
  TrialContext &
  UnsubscribingContext &
  ContactsContext &
  FiltersContext &
  SettingsContext &
  SignInContext

/** A context around a fake account, with what went out by it. */
export interface FakeContext {
  readonly context: AnyContext
  readonly mail: FakeMail
  readonly sent: OutgoingMessage[]
}

/** Builds the context; `changes` replace its parts. */
export function fakeContext(changes: Partial<AnyContext> = {}): FakeContext {
  const mail = fakeMail()
  const sent: OutgoingMessage[] = []
  const context: AnyContext = {
    account: mail.account,
    folderUses: fakeFolderUses(),
    settings: fakeSettings(),
    ownSessions: fakeOwnSessions(),
    isSignedInByPanel: false,
    ownPassword: fakeOwnPassword(),
    secondFactor: fakeSecondFactor(),
    passkeys: fakePasskeys(),
    senders: { addresses: ['user0001@example.test'], isAnyAllowed: false },
    internalDomains: [],
    authservIds: [],
    contacts: emptyBook(),
    readContactFile,
    directory: undefined,
    ownAddress: 'user0001@example.test',
    credential: undefined,
    submission: fakeSubmission(sent),
    renderer: fakeRenderer(),
    views: createViewMemory({ maxViews: 10 }).of('session'),
    searches: createSearches({ maxAccounts: 10, maxPerAccount: 10 }),
    sends: sendsOver(),
    copies: { keep: () => Promise.resolve() },
    outbox: fakeOutbox(),
    filters: fakeFilters(),
    readScript: (source, change) => Promise.resolve().then(() => readFilterScript(source, change)),
    forwardTo: null,
    undoMs: () => Promise.resolve(10_000),
    files: [],
    uploads: { files: () => [], release: () => undefined },
    language: async () => 'en',
    limits: {
      inlineImageBytes: 10,
      inlineImagesBytes: 15,
      messageBytes: 1_000,
      recipients: 5,
      importedContacts: 100,
    },
    openFilter: fakeOpenFilter,
    postOneClick: () => Promise.resolve(true),
    pageSize: 50,
    signal: new AbortController().signal,
    now: () => Date.UTC(2026, 10, 21),
    ...changes,
  }
  return { context, mail, sent }
}

/** A filter that is made ready here. */
async function fakeOpenFilter(source: TrialSource, mailboxes: readonly string[]) {
  const { hasBodies, decide } = prepareTrial(source, mailboxes)
  return {
    hasBodies,
    decide: async (messages: readonly StoredMessage[]) => messages.map(decide),
    close: () => Promise.resolve(),
  }
}

/** Three sessions, of which the first asks. */
function fakeOwnSessions(): AnyContext['ownSessions'] {
  const at = Date.UTC(2026, 10, 21)
  const sessionOf = (id: string, browser: string, system: string, ageMs: number) => ({
    ...{ id: id.repeat(12), browser, system, ip: '203.0.113.7' },
    ...{ since: at - 2 * ageMs, usedAt: at - ageMs, isCurrent: id === 'a' },
  })
  let sessions = [
    sessionOf('a', 'Firefox', 'Linux', 60_000),
    sessionOf('b', 'Chrome', 'Android', 3_600_000),
    sessionOf('c', '', '', 7_200_000),
  ]
  return {
    list: () => Promise.resolve({ sessions, isComplete: true }),
    async end(which) {
      sessions = sessions.filter(
        ({ id, isCurrent }) =>
          (which.kind === 'others' && isCurrent) || (which.kind === 'one' && which.id !== id),
      )
    },
  }
}

/** A password that is `secret` until it is changed. */
function fakeOwnPassword(): NonNullable<AnyContext['ownPassword']> {
  let password = 'secret'
  return {
    minLength: 8,
    async change({ present, wanted }) {
      if (present !== password) throw new Refusal('password_wrong')
      password = wanted
      return { areOthersEnded: true }
    },
  }
}

/** Two passkeys; what a browser answers is taken for one. */
function fakePasskeys(): NonNullable<AnyContext['passkeys']> {
  const at = Date.UTC(2026, 10, 21)
  const passkeyOf = (digit: string, name: string, usedAt: number | null) => {
    return { id: digit.repeat(64), name, domain: 'mail.example', madeAt: at, usedAt }
  }
  let passkeys = [passkeyOf('1', 'Laptop', at), passkeyOf('2', 'Security key', null)]
  return {
    list: () => Promise.resolve(passkeys),
    offer: () => Promise.resolve({ ticket: 'dGlja2V0', options: '{}' }),
    async add({ name }) {
      passkeys = [...passkeys, passkeyOf('3', name, null)]
    },
    async remove({ present, id }) {
      if (present !== 'secret') throw new Refusal('password_wrong')
      passkeys = passkeys.filter((passkey) => passkey.id !== id)
    },
  }
}

/** A second factor that is off, whose only code is 123456. */
function fakeSecondFactor(): NonNullable<AnyContext['secondFactor']> {
  let isOn = false
  const check = (code: string) => {
    if (code !== '123456') throw new Refusal('second_factor_wrong')
  }
  return {
    isRequired: false,
    isOn: () => Promise.resolve(isOn),
    async invite() {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      return {
        ticket: 'dGlja2V0',
        secret,
        ...totpInvitation(secret, 'owner@example.test', 'Postern'),
      }
    },
    async confirm({ code }) {
      check(code)
      isOn = true
      return Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqr${index}`)
    },
    async turnOff({ code }) {
      check(code)
      isOn = false
    },
  }
}

function fakeFolderUses(): AnyContext['folderUses'] {
  let uses: Awaited<ReturnType<AnyContext['folderUses']['current']>> = {}
  return {
    current: () => Promise.resolve(uses),
    async choose(chosen) {
      uses = chosen
    },
  }
}

/** Submission that takes everything and keeps it. */
export function fakeSubmission(sent: OutgoingMessage[]): Submission {
  const built = new Map<string, OutgoingMessage>()
  return {
    newMessageId: () => `<${built.size + 1}@example.test>`,
    async build(message, { stamp, keepBcc = false } = {}) {
      const messageId = stamp?.messageId ?? `<${built.size + 1}@example.test>`
      built.set(messageId, message)
      const to = [...message.to, ...message.cc, ...message.bcc].map(({ address }) => address)
      const envelope = { from: message.from?.address ?? '', to }
      const bcc = keepBcc ? message.bcc.map(({ address }) => `Bcc: ${address}\r\n`).join('') : ''
      const source = Buffer.from(`${bcc}Subject: ${message.subject}\r\n`)
      return { messageId, source, envelope }
    },
    buildReceipt: async ({ from, to, text }) => ({
      messageId: '<receipt@example.test>',
      source: Buffer.from(text),
      envelope: { from: '', to: [from, ...to].slice(1).map(({ address }) => address) },
    }),
    attachableBytes: () => undefined,
    async send({ messageId }) {
      const message = built.get(messageId)
      if (message !== undefined) sent.push(message)
    },
    offersDeliveryStatus: () => false,
    close: () => Promise.resolve(),
  }
}

function fakeRenderer(): Renderer {
  return {
    async frame({ html, inlineImages, showRemoteContent }) {
      const images = JSON.stringify([...inlineImages])
      const remote = String(showRemoteContent)
      return {
        html: `${html} shows ${images} ${remote}`,
        policy: 'sandbox',
      }
    },
    imagesOf: async ({ html, names }) => names.filter((name) => html.includes(name)),
    textOf: async (html) => `text of ${html}`,
    markupOf: async (html) => `clean ${html}`,
    quotableOf: async (html) => `clean ${html}`,
  }
}
