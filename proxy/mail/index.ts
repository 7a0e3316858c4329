// What others may know of the mail engine. Everything else in here is its own business.
export { createAccounts } from './account/accounts.ts'
export type { Capabilities, CapabilityName } from './connection/capabilities.ts'
export { openConversation } from './connection/imapflow.ts'
export { DEFAULT_RESPONSE_LIMITS } from './imap/parser/limits.ts'
export { byImportance } from './mailbox/order.ts'
export { decodeText } from './mime/body/body-text.ts'
export { resolveLocation } from './mime/structure/content-location.ts'
export { visibleName } from './mime/harmless-text.ts'
export { divideName, messageFileName } from './mime/structure/part-name.ts'
export type {
  Account,
  Accounts,
  Credential,
  MailEngineState,
  MailEvent,
  MailOptions,
  MailboxLocation,
  MoveOutcome,
  OpenedAccount,
  Quota,
  SignInFacts,
  UidOptions,
  Watch,
} from './model/account.ts'
export { MAX_THREADED_ROWS } from './model/message-list.ts'
export type {
  MessagePage,
  PageRequest,
  SearchQuery,
  SortKey,
  SortOrder,
} from './model/message-list.ts'
export type {
  SearchAlternative,
  SearchCondition,
  SearchField,
  SearchFlag,
  SearchTerm,
} from './model/search-term.ts'
export type { FoundMessages } from './model/found-messages.ts'
export type { Message, MessagePart, PartContent } from './model/message.ts'
export {
  AUTHENTICATION_METHODS,
  AUTHENTICATION_RESULTS,
  type AuthenticationResult,
} from './model/authentication.ts'
export type { UnsubscribeWay } from './model/unsubscribe.ts'
export { isComposeId } from './model/compose-id.ts'
export type { DraftOrigin } from './model/draft-origin.ts'
export {
  MailFault,
  isMessageMissing,
  isPasswordRefused,
  isPasswordUnanswered,
  type MailFaultCode,
} from './model/mail-fault.ts'
export type { StoredMessage } from './model/stored-message.ts'
export type { Mailbox, MailboxState, MessageName, SpecialUse } from './model/mailbox.ts'
export {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  inboxPrefixOf,
  mailboxName,
  type MailboxName,
} from './model/mailbox-name.ts'
export { RECEIPT_FLAG } from './model/receipt.ts'
export { messageIdsOf, trimReferences } from './model/message-ids.ts'
export { originalWithin, textParagraph, writtenAbove } from './model/original-below.ts'
export type { Address, MessageRow, Summary, ThreadPosition } from './model/summary.ts'
export type { UidRange } from './model/uid-range.ts'
export { examineImap, examineSieve, examineSmtp } from './probe/examine-server.ts'
export type { MailServerAddress } from './probe/line-dialogue.ts'
export { BodyTooLarge, createRenderer, type Renderer } from './html/renderer.ts'
export type { FrameRequest } from './html/requests.ts'
export { SieveFault, type SieveFaultCode } from './sieve/client/sieve-fault.ts'
export {
  createFilterServer,
  type FilterServer,
  type OwnFilters,
  type StoredFilters,
} from './sieve/owner/filter-server.ts'
export { SCRIPT_LIMITS } from './sieve/language/limits.ts'
export { FilterFault } from './sieve/filter-fault.ts'
export {
  readFilterScript,
  type FilterScript,
  type ScriptChange,
} from './sieve/owner/filter-script.ts'
export { examineMailbox, type OpenFilter } from './sieve/trial/examine-mailbox.ts'
export type { FlagChange, TrialAction, TrialSource, TrialVerdict } from './sieve/trial/trial.ts'
export { parseAddressList } from './submission/address-list.ts'
export {
  createSubmission,
  type BuiltMessage,
  type MessageStamp,
  byteCount,
  type OutgoingFile,
  type OutgoingMessage,
  type Submission,
} from './submission/submission.ts'
export { sentSource } from './submission/sent-source.ts'
export { createCoalescedEvents } from './watch/coalesced-events.ts'
