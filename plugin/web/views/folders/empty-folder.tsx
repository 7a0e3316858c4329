import type { NativeMailbox } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { MessageTarget } from '../../state/message/target.ts'
import { folderName } from '../../state/folder/names.ts'
import { requestUids } from '../../wire/list-requests.ts'
import { wholeMailbox } from '../../wire/query.ts'
import { parseUidSet } from '../../wire/uid-set.ts'
import { FolderQuestion, type OpenQuestion } from './question.tsx'

/**
 * Asks before a folder is emptied, with the number of messages and what becomes of them: those of trash and junk are
 * deleted permanently, with the folders below; those of any other folder go to the trash, and can be rolled back.
 */
export function EmptyFolder({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { specialUse } = mailbox
  const View = specialUse === 'trash' || specialUse === 'junk' ? EmptyPermanently : EmptyIntoTrash
  return <View mailbox={mailbox} />
}

/** The server counts: the page knows nothing of folders that are hidden. */
function EmptyPermanently({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const app = useApp()
  const { path, delimiter } = mailbox
  const { http, actions, folderActions, list, reader, commands } = app
  const texts = app.laterText.mail

  /** What is open may be about to go. */
  function leave(): void {
    const open = list.query.peek().mailbox
    if (open === path) reader.close()
    else if (delimiter !== null && open.startsWith(`${path}${delimiter}`))
      commands.openMailbox(path)
  }

  async function loadQuestion(signal: AbortSignal): Promise<OpenQuestion> {
    const { messages, folders } = await http.get('folder-size', { mailbox: path }, signal)
    return {
      question: texts.emptyFolderAsk({ name: folderName(mailbox, app.text), messages, folders }),
      run() {
        folderActions.close()
        leave()
        actions.purge(path)
      },
    }
  }

  return (
    <FolderQuestion loadQuestion={loadQuestion} confirm={texts.emptyFolderConfirm} isPermanent />
  )
}

/** The messages are named when it is asked: what arrives meanwhile stays where it is. */
function EmptyIntoTrash({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { http, commands, folderActions, laterText, mailboxes, text } = useApp()
  const { path } = mailbox

  async function loadQuestion(signal: AbortSignal): Promise<OpenQuestion> {
    const all = wholeMailbox(path, false)
    const { uidValidity, set, count } = await requestUids(http, all, {}, signal)
    const target: MessageTarget = { mailbox: path, uidValidity, uids: parseUidSet(set), rows: [] }
    return {
      question: laterText.mail.emptyToTrashAsk({
        name: folderName(mailbox, text),
        messages: count,
      }),
      run() {
        folderActions.close()
        const trash = mailboxes.special('trash')
        // Without one it is asked again: they would be deleted permanently.
        if (trash === undefined) commands.remove(target)
        else commands.move(trash.path, target)
      },
    }
  }

  return <FolderQuestion loadQuestion={loadQuestion} confirm={laterText.mail.moveToTrash} />
}
