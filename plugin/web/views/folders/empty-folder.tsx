import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { MessageTarget } from '../../state/message/target.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { folderName } from '../../state/folder/names.ts'
import { wholeMailbox } from '../../wire/query.ts'
import { parseUidSet } from '../../wire/uid-set.ts'
import { FailureNote } from '../notice/failure.tsx'

/**
 * Asks before a folder is emptied, with the number of messages and what becomes of them: those of trash and junk are
 * deleted permanently, with the folders below; those of any other folder go to the trash, and can be taken back.
 */
export function EmptyFolder({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { specialUse } = mailbox
  const View = specialUse === 'trash' || specialUse === 'junk' ? EmptyPermanently : EmptyIntoTrash
  return <View mailbox={mailbox} />
}

interface Asked {
  readonly question: string
  readonly run: () => void
}

/** The server counts: the page knows nothing of folders that are hidden. */
function EmptyPermanently({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const app = useApp()
  const { path, delimiter } = mailbox
  const { api, acts, list, reader, commands } = app
  const words = app.laterText.mail

  /** What is open may be about to go. */
  function leave(): void {
    const open = list.query.peek().mailbox
    if (open === path) reader.close()
    else if (delimiter !== null && open.startsWith(`${path}${delimiter}`))
      commands.openMailbox(path)
  }

  async function ask(signal: AbortSignal): Promise<Asked> {
    const { messages, folders } = await api.folderSize(path, signal)
    return {
      question: words.emptyFolderAsk({ name: folderName(mailbox, app.text), messages, folders }),
      run() {
        leave()
        acts.purge(path)
      },
    }
  }

  return <EmptyQuestion ask={ask} confirm={words.emptyFolderConfirm} isPermanent />
}

/** The messages are named when it is asked: what arrives meanwhile stays where it is. */
function EmptyIntoTrash({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { api, commands, laterText, mailboxes, text } = useApp()
  const { path } = mailbox

  async function ask(signal: AbortSignal): Promise<Asked> {
    const { uidValidity, set, count } = await api.uids(wholeMailbox(path, false), {}, signal)
    const target: MessageTarget = { mailbox: path, uidValidity, uids: parseUidSet(set), rows: [] }
    return {
      question: laterText.mail.emptyToTrashAsk({
        name: folderName(mailbox, text),
        messages: count,
      }),
      run() {
        const trash = mailboxes.special('trash')
        // Without one it is asked once more: they would be deleted permanently.
        if (trash === undefined) commands.remove(target)
        else commands.move(trash.path, target)
      },
    }
  }

  return <EmptyQuestion ask={ask} confirm={text.moveToTrash} isPermanent={false} />
}

interface EmptyQuestionProps {
  readonly ask: (signal: AbortSignal) => Promise<Asked>
  readonly confirm: string
  readonly isPermanent: boolean
}

function EmptyQuestion({ ask, confirm, isPermanent }: EmptyQuestionProps) {
  const { connection, folderActs, text } = useApp()
  const asked = useSignal<Asked | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)

  useEffect(() => {
    const life = new AbortController()
    connection
      .reach(() => ask(life.signal), life.signal)
      .then(
        (answer) => (asked.value = answer),
        (error: unknown) => {
          if (!life.signal.aborted) failure.value = failureOf(error)
        },
      )
    return () => life.abort()
  }, [])

  return (
    <>
      <p class="dialog-text" aria-busy={asked.value === undefined}>
        {asked.value?.question ?? text.loading}
      </p>
      <FailureNote failure={failure.value} />
      <div class="dialog-acts">
        <button type="button" class="button" onClick={folderActs.close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class={`button ${isPermanent ? 'danger' : 'primary'}`}
          disabled={asked.value === undefined}
          onClick={() => {
            folderActs.close()
            asked.value?.run()
          }}
        >
          {confirm}
        </button>
      </div>
    </>
  )
}
