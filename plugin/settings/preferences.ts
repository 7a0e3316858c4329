import { z } from 'zod'
import { languages } from '../language/language.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { isTimeZone } from '../language/time-zone.ts'

/** What a key of the owner's choice can do. */
const keyNames = [
  ...(['next', 'previous', 'open', 'select', 'compose', 'reply', 'replyAll'] as const),
  ...(['forward', 'archive', 'junk', 'delete', 'move', 'unread', 'flag'] as const),
  ...(['undo', 'search', 'goTo', 'contacts', 'settings', 'help'] as const),
]

/** Senders whose images are shown without asking. Every page of the owner carries them. */
export const MAX_TRUSTED_SENDERS = 200
/** More than a page stores (plugin/web/state/filters/move-offers.ts). */
const MAX_OFFERED_SENDERS = 200

/** How an owner reads, writes and sees their mail; what is not kept is as usual. */
export const preferencesSchema = z.object({
  colorScheme: z.enum(['system', 'light', 'dark']),
  /** Of buttons, links and marks. */
  accent: z.enum(['blue', 'teal', 'green', 'violet', 'rose', 'slate']),
  density: z.enum(['comfortable', 'compact']),
  /** Where an open message stands: beside its list, below it, or in its place. */
  readingPane: z.enum(['right', 'below', 'off']),
  /** Panes, in thousandths of the page; null: as usual (plugin/web/views/frame/pane-borders.tsx). */
  foldersWidth: z.int().min(100).max(250).nullable(),
  listWidth: z.int().min(200).max(500).nullable(),
  listHeight: z.int().min(200).max(700).nullable(),
  /** Lines of a message's text in the list. */
  previewLines: z.int().min(0).max(2),
  /** Threads instead of single messages, where the mail server knows them. */
  conversations: z.boolean(),
  /** The other messages of its conversation, from all folders, above and below an open message. */
  relatedMessages: z.boolean(),
  remoteImages: z.enum(['never', 'ask', 'contacts', 'always']),
  /** Addresses in lower case whose remote images are shown without asking, unless none ever are. */
  trustedSenders: z.array(z.string().min(3).max(FIELD_LIMITS.address)).max(MAX_TRUSTED_SENDERS),
  /** Addresses in lower case for which a filter was suggested, the newest last; null: none is suggested. */
  filterOffers: z
    .array(z.string().min(3).max(FIELD_LIMITS.address))
    .max(MAX_OFFERED_SENDERS)
    .nullable(),
  /** null: as the administrator has it; -1: never automatically. */
  readAfterSeconds: z.int().min(-1).max(3_600).nullable(),
  afterMove: z.enum(['next', 'list']),
  /** How a message is written: plain always, or rich text, where answers and forwards follow the original. */
  writeFormat: z.enum(['plain', 'formatted']),
  replyPlace: z.enum(['above', 'below']),
  signaturePlace: z.enum(['above-quote', 'below-quote']),
  /** In which sending can be undone; null: as the administrator has it; 0: sent at once. */
  undoSeconds: z.int().min(0).max(FIELD_LIMITS.undoSeconds).nullable(),
  requestsReceipts: z.boolean(),
  /** What becomes of receipts that senders ask for. */
  sendsReceipts: z.enum(['ask', 'never', 'always']),
  hourCycle: z.enum(['usual', '12', '24']),
  dateStyle: z.enum(['usual', 'iso', 'day-first', 'month-first']),
  /** null: as the browser has it. */
  timeZone: z.string().max(64).refine(isTimeZone).nullable(),
  notifies: z.boolean(),
  /** One character each, where it is not the default one (plugin/web/app/keys.ts). */
  keys: z.partialRecord(z.enum(keyNames), z.string().regex(/^[^\s\p{C}]$/u)),
  /** Empty: the panel's, else the browser's. */
  language: z.enum(['', ...languages]),
  /** False once someone was asked for the name beside their address (plugin/web/views/settings/name-question.tsx). */
  asksForName: z.boolean(),
  /** Id of an identity; empty: the first one. */
  defaultIdentity: z.string().regex(/^[a-z0-9-]{0,64}$/),
})

export type Preferences = Readonly<z.infer<typeof preferencesSchema>>
