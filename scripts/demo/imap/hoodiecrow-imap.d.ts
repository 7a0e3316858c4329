/** The part of hoodiecrow-imap 2.1.0 that the demo uses; the package has no types of its own. */
declare module 'hoodiecrow-imap' {
  export interface StoredMessage {
    /** Source as a binary string: one character per byte. */
    raw: string
    flags: string[]
    uid: number
    internaldate: string
  }

  export interface StoredMailbox {
    readonly messages: StoredMessage[]
  }

  /** A node of a parsed command or of a response to compile. */
  export type Attribute =
    | { readonly type: string; readonly value: string }
    | { readonly type: 'SECTION'; readonly section: readonly Attribute[] }
    | readonly Attribute[]
    | string
    | number
    | null

  export interface Command {
    readonly tag: string
    readonly command: string
    readonly attributes?: readonly Attribute[]
  }

  export interface Response {
    tag: string
    command?: string
    attributes: readonly Attribute[]
  }

  export interface Connection {
    readonly server: Server
    selectedMailbox?: StoredMailbox
    /** Untagged responses go out at once, also between commands. */
    directNotifications: boolean
    /** Takes the next line instead of the command parser. */
    inputHandler: false | ((line: string) => void)
    send(response: Response, description: string, parsed: Command, raw: string): void
    scheduleCommand(raw: string): void
  }

  export type CommandHandler = (
    connection: Connection,
    parsed: Command,
    raw: string,
    done: () => void,
  ) => void

  export type OutputHandler = (
    connection: Connection,
    response: Response,
    description: string,
    parsed: Command,
    raw: string,
    subject: unknown,
  ) => void

  /** One item of a FETCH, e.g. `BODY.PEEK[1]<0.1024>`; the server writes its response's name from it. */
  export interface FetchItem {
    readonly value: string
    /** What is in its brackets. */
    readonly section?: readonly Attribute[] | undefined
    /** Start and length, in bytes. */
    partial?: readonly number[] | undefined
  }

  export type FetchHandler = (
    connection: Connection,
    message: StoredMessage,
    item: FetchItem,
  ) => { readonly type: string; readonly value: string }

  export interface Server {
    /** Asked before those of the package, by the item's name in capitals. */
    readonly fetchHandlers: Record<string, FetchHandler>
    /** The listening socket. */
    readonly server: import('node:net').Server
    readonly connectionHandlers: ((connection: Connection) => void)[]
    readonly outputHandlers: OutputHandler[]
    getCommandHandler(command: string): CommandHandler | false
    registerCapability(name: string): void
    setCommandHandler(command: string, handler: CommandHandler): void
    /** All mailboxes by their path in modified UTF-7. */
    readonly folderCache: Readonly<Record<string, StoredMailbox>>
    getMailbox(path: string): StoredMailbox | undefined
    getMessageRange(
      mailbox: StoredMailbox,
      range: string,
      isUid: boolean,
    ): readonly (readonly [sequence: number, message: StoredMessage])[]
    appendMessage(
      mailbox: StoredMailbox | string,
      flags: readonly string[],
      internalDate: string | Date,
      raw: string,
      ignoreConnection?: Connection,
    ): { readonly mailbox: StoredMailbox; readonly message: StoredMessage }
    notify(response: Response, mailbox: StoredMailbox, ignoreConnection?: Connection): void
    listen(port: number, host: string): void
    close(done: () => void): void
  }

  export type Plugin = string | ((server: Server) => void)

  export interface Folder {
    readonly 'special-use'?: string
    readonly folders?: Readonly<Record<string, Folder>>
    readonly messages?: readonly {
      readonly raw: string
      readonly flags: readonly string[]
      readonly internaldate: Date
    }[]
  }

  export interface Options {
    readonly plugins: readonly Plugin[]
    readonly users: Readonly<Record<string, { readonly password: string }>>
    readonly storage: {
      readonly INBOX: Folder
      readonly '': {
        readonly separator: string
        readonly folders: Readonly<Record<string, Folder>>
      }
    }
  }

  export default function hoodiecrow(options: Options): Server
}

declare module 'hoodiecrow-imap/lib/mimeparser.js' {
  export interface MimeNode {
    readonly header: readonly string[]
    readonly body?: string
    /** Only where there are any. */
    readonly childNodes?: readonly MimeNode[]
  }

  export default function parseMime(raw: string): MimeNode | false
}

declare module 'hoodiecrow-imap/lib/commands/handlers/fetch.js' {
  import type { FetchHandler } from 'hoodiecrow-imap'

  const handlers: { readonly BODY: FetchHandler }
  export default handlers
}
