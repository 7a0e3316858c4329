import type { MailPageEnv, NativeMessage } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { MailHtmlCode } from './mail-html.ts'

/** Parts of the application that a message is printed with. */
export interface PrintContext {
  readonly text: Catalogue
  readonly env: Pick<MailPageEnv, 'messageFrames'>
  readonly http: Pick<HttpClient, 'bytes'>
}

/** Prints a message, alone; its code comes after the first list. */
export type PrintMessage = (
  message: NativeMessage,
  fill: MailHtmlCode['fillFrame'],
  context: PrintContext,
) => void
