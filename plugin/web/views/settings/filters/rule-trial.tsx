import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeAddress } from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { folderName } from '../../../state/folder/names.ts'
import { createRuleTrial } from '../../../state/filters/rule-trial.ts'
import type { Rule } from '../../../state/filters/rules.ts'
import { formatListDate } from '../../../texts/format.ts'
import { FailureNote } from '../../notice/failure.tsx'
import { FolderField } from './folder-field.tsx'

/** After the last key: a rule that is being written is not tried with each letter. */
const PAUSE_MS = 500
const SHOWN = 5

/** Which messages that are there the filter meets, and what does it with them. */
export function TrialOfRule({ rule }: { readonly rule: Rule }) {
  const { text, laterText, http, connection, mailboxes, notices, refresher } = useApp()
  const texts = laterText.filters
  const trial = (useRef<ReturnType<typeof createRuleTrial> | null>(null).current ??=
    createRuleTrial({ http, connection }))
  const inbox = mailboxes.special('inbox')?.path ?? 'INBOX'
  const mailbox = useSignal(inbox)
  const isWhole = isComplete(rule)
  useEffect(() => {
    if (!isWhole) {
      trial.stop()
      return undefined
    }
    const timer = setTimeout(() => trial.start(rule, mailbox.value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rule, mailbox.value])
  useEffect(() => trial.stop, [])
  const { value: result } = trial.result
  const found = mailboxes.find(mailbox.value)
  const folder = found === undefined ? mailbox.value : folderName(found, text)

  async function run(): Promise<void> {
    const done = await trial.run(rule, mailbox.peek())
    if (done === undefined) return
    void refresher.refresh()
    const undo = () =>
      void trial.undo(done.undo).then((isUndone) => {
        void refresher.refresh()
        if (!isUndone) notices.fail(texts.runNotUndone)
      })
    notices.say(
      texts.ran({ count: done.changed }),
      done.undo.length === 0 ? undefined : { label: text.undo, run: undo },
    )
    if (done.refused > 0) notices.fail(texts.runRefused({ count: done.refused }))
  }

  return (
    <section class="filter-trial" aria-label={texts.tryOn}>
      <FolderField
        label={texts.tryOn}
        path={mailbox.value}
        onChoose={(path) => (mailbox.value = path)}
      />
      <FailureNote failure={trial.problem.value} />
      {result === undefined || !isWhole ? null : (
        <>
          <p role="status">
            {texts.matched({ met: result.met, examined: result.examined, folder })}
            {result.undecided > 0 ? ` ${texts.undecided({ count: result.undecided })}` : ''}
          </p>
          <ul class="filter-hits">
            {result.hits.slice(0, SHOWN).map(({ uid, subject, from, date }) => (
              <li key={uid}>
                <strong dir="auto">{nameOf(from)}</strong>
                <span dir="auto">{subject || text.noSubject}</span>
                <time>{formatListDate(date, Date.now())}</time>
              </li>
            ))}
          </ul>
          <div class="dialog-acts">
            {trial.isBusy.value ? (
              <button type="button" class="button small" onClick={trial.stop}>
                {texts.stop}
              </button>
            ) : (
              <>
                {result.hasMore ? (
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void trial.continueAll(rule)}
                  >
                    {texts.checkAll}
                  </button>
                ) : null}
                {result.met > 0 || result.hasMore ? (
                  <button type="button" class="button small" onClick={() => void run()}>
                    {texts.runNow({ folder })}
                  </button>
                ) : null}
              </>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What has no value yet would meet everything, or nothing. */
function isComplete({ match, conditions, actions }: Rule): boolean {
  const hasValues = conditions.every(
    (condition) =>
      condition.kind !== 'text' || condition.values.some((value) => value.trim() !== ''),
  )
  const hasTargets = actions.every((action) => !('mailbox' in action) || action.mailbox !== '')
  return hasTargets && (match === 'every' || hasValues)
}

function nameOf([sender]: readonly NativeAddress[]): string {
  return sender === undefined ? '' : sender.name || sender.address
}
