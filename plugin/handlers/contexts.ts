import type {
  ContactsContext,
  Contexts,
  FiltersContext,
  MailContext,
  ReadingContext,
  SettingsContext,
  SignInContext,
  TrialContext,
  UnsubscribingContext,
  WritingContext,
} from '../actions/contract/contexts.ts'
import { byteCount, type OpenedAccount, type OutgoingFile } from '../../proxy/mail/index.ts'
import { leaveWhenAnswered } from '../http/body/upload-budget.ts'
import { Refusal } from '../http/refusal.ts'
import { tracedAccount, tracedRenderer, tracedSubmission } from '../http/request-trace.ts'
import { languageOfRequest } from '../request/reader-language.ts'
import type { RequestServices } from '../request/services.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'
import { mailboxOwner, type SignedInSession } from '../session/webmail-session.ts'
import { filingSession } from './filing-session.ts'
import { ownerFolderUses, withChosenUses } from './own/folder-uses.ts'
import { ownerSenders, ownerSettings, ownSessions } from './own/owner.ts'
import { ownAddressOf } from './own/own-address.ts'
import { ownPasskeys } from './own/own-passkeys.ts'
import { ownPassword } from './own/own-password.ts'
import { ownSecondFactor } from './own/own-second-factor.ts'

/** A user signed in who requests something. */
interface Asker {
  readonly request: TrustedRequest
  readonly current: SignedInSession
  readonly opened: OpenedAccount
}

/** What an action may use, for anyone who is signed in. */
export function contextOf(
  name: keyof Contexts,
  asker: Asker,
  services: RequestServices,
): Contexts[keyof Contexts] {
  return builders[name](asker, services)
}

const builders: {
  readonly [Name in keyof Contexts]: (asker: Asker, services: RequestServices) => Contexts[Name]
} = {
  mail: mailContext,
  reading: readingContext,
  writing: writingContext,
  trial: trialContext,
  unsubscribing: unsubscribingContext,
  contacts: contactsContext,
  filters: filtersContext,
  settings: settingsContext,
  'sign-in': signInContext,
}

function mailContext(asker: Asker, services: RequestServices): MailContext {
  const { request, opened } = asker
  const { session, context } = request
  const folderUses = ownerFolderUses(asker, services)
  return {
    account: withChosenUses(tracedAccount(opened.account, context.trace), folderUses.current),
    folderUses,
    views: services.viewsOf(session.id),
    searches: services.searches,
    pageSize: services.config.webmail.pageSize,
    signal: context.signal,
  }
}

function trialContext(asker: Asker, services: RequestServices): TrialContext {
  const mail = mailContext(asker, services)
  const by = { user: asker.current.username, signal: mail.signal }
  return {
    ...mail,
    contacts: contactsOf(asker, services),
    openFilter: (source, mailboxes) => services.parsing.openFilter({ source, mailboxes }, by),
    now: services.now,
  }
}

function unsubscribingContext(asker: Asker, services: RequestServices): UnsubscribingContext {
  const mail = mailContext(asker, services)
  const { username } = asker.current
  return { ...mail, postOneClick: (url) => services.postOneClick(url, username, mail.signal) }
}

function readingContext(asker: Asker, services: RequestServices): ReadingContext {
  const { request, current } = asker
  const { context } = request
  return {
    ...mailContext(asker, services),
    renderer: tracedRenderer(services.renderer, context.trace),
    contacts: contactsOf(asker, services),
    settings: ownerSettings(current, services),
    senders: sendersOf(asker, services),
    internalDomains: services.config.webmail.internalDomains,
    authservIds: services.config.webmail.authservIds,
    language: () => languageOfRequest(request, services),
    limits: services.limits,
  }
}

function writingContext(asker: Asker, services: RequestServices): WritingContext {
  const { request, current, opened } = asker
  const { session, context, parameters } = request
  const reading = readingContext(asker, services)
  const owner = mailboxOwner(current)
  const filing = {
    sessionId: session.id,
    credential: opened.credential,
    clientIp: context.clientIp,
    folderUses: reading.folderUses.current,
  }
  return {
    ...reading,
    ownAddress: ownAddressOf(current, request.principal, services),
    credential: services.config.smtp.auth === 'user' ? opened.credential : undefined,
    submission: tracedSubmission(services.submission, context.trace),
    sends: services.sends,
    copies: { keep: (copy) => services.copyFiler.keep(copy, filingSession(filing, services)) },
    outbox: services.outbox.of({
      owner,
      account: reading.account,
      credential: opened.credential,
      signal: context.signal,
    }),
    undoMs: async () => {
      const { preferences } = await reading.settings.read()
      return 1_000 * (preferences.undoSeconds ?? services.config.webmail.undoSeconds)
    },
    files: parameters.files,
    uploads: {
      files: (ids) => filesInMemory(services.staging.files(owner, ids), asker, services),
      release: (ids) => services.staging.release(owner, ids),
    },
    now: services.now,
  }
}

/** Files of which a message is built in memory: they take their room there as those of a form do. Throws Refusal. */
function filesInMemory(
  files: readonly OutgoingFile[],
  { request, current }: Asker,
  { limits, uploadRoom }: RequestServices,
): readonly OutgoingFile[] {
  const bytes = files.reduce((sum, { content }) => sum + byteCount(content), 0)
  if (bytes > limits.messageBytes) throw new Refusal('body_too_large')
  const share = uploadRoom.enter(current.username)
  share.take(bytes)
  leaveWhenAnswered(share, request.ctx.res)
  return files
}

function contactsContext(asker: Asker, services: RequestServices): ContactsContext {
  const { request, current } = asker
  return {
    contacts: contactsOf(asker, services),
    readContactFile: (file, limits) =>
      services.parsing.readFile(file, { ...limits, user: current.username }),
    directory: services.directory,
    files: request.parameters.files,
    limits: services.limits,
    signal: request.context.signal,
  }
}

function filtersContext(asker: Asker, services: RequestServices): FiltersContext {
  const { request, current, opened } = asker
  const { filters, config, parsing } = services
  const { clientIp, signal } = request.context
  return {
    filters: filters?.of({ credential: opened.credential, clientIp }, signal),
    readScript: (source, change) =>
      parsing.readScript(source, change, { user: current.username, signal }),
    contacts: contactsOf(asker, services),
    forwardTo: config.sieve?.forwardTo ?? null,
  }
}

function settingsContext(asker: Asker, services: RequestServices): SettingsContext {
  const { request, current } = asker
  const { context } = request
  return {
    settings: ownerSettings(current, services),
    senders: sendersOf(asker, services),
    ownPassword: ownPassword(request, current, services),
    secondFactor: ownSecondFactor(request, current, services),
    isSignedInByPanel: current.isByPanel,
    renderer: tracedRenderer(services.renderer, context.trace),
    signal: context.signal,
  }
}

function signInContext({ request, current }: Asker, services: RequestServices): SignInContext {
  return {
    ownSessions: ownSessions(request, current, services),
    ownPassword: ownPassword(request, current, services),
    secondFactor: ownSecondFactor(request, current, services),
    passkeys: ownPasskeys(request, current, services),
  }
}

function contactsOf({ current, opened }: Asker, { contactsOf: bookOf }: RequestServices) {
  const { username, storageHost: mailHost } = current
  return bookOf({ username, mailHost }, opened.credential)
}

function sendersOf({ request, current }: Asker, services: RequestServices) {
  const own = ownAddressOf(current, request.principal, services)
  return ownerSenders(own, request.principal, services)
}
