import { useEffect } from 'preact/hooks'
import type { NativeSession, NativeSessions } from '../../../../wire/native/types.ts'
import type { SettingsCatalogue } from '../../../texts/later-texts.ts'
import { useApp } from '../../../app/app-context.ts'
import { formatFullDate } from '../../../texts/format.ts'
import { RemovalQuestion, useConfirmation } from '../../dialog/removal-question.tsx'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'

/** Where the owner is signed in. */
export function OwnSessions() {
  const { settings } = useApp()
  const { own, texts } = useSettings()
  // What ends here the panel starts again: only what holds is offered.
  const isByPanel = settings.settings.value?.isSignedInByPanel === true
  useEffect(() => void own.loadSessions(), [])
  const known = own.sessions.value

  return (
    <>
      <p class="dialog-text">{isByPanel ? texts.sessionsByPanel : texts.sessionsNote}</p>
      <FailureNote failure={own.problem.value} />
      {known === undefined ? null : (
        <>
          {known.isComplete ? null : (
            <p class="dialog-text" role="status">
              {texts.sessionsIncomplete}
            </p>
          )}
          <ul class="identities">
            {known.sessions.map((session) => (
              <SessionRow key={session.id} session={session} canEnd={!isByPanel} />
            ))}
          </ul>
          {isByPanel ? null : <EndSeveral known={known} />}
        </>
      )}
    </>
  )
}

/** The buttons that end several sessions at once; each asks first, and says how many. */
function EndSeveral({ known }: { readonly known: NativeSessions }) {
  const { own, texts } = useSettings()
  const others = useConfirmation()
  const all = useConfirmation()
  const isBusy = own.isBusy.value
  const count = known.sessions.filter(({ isCurrent }) => !isCurrent).length
  // Of those that could not be looked up no one knows how many there are.
  const questionOf = (text: string) =>
    known.isComplete ? text : `${text} ${texts.sessionsIncomplete}`

  /** The page of who is signed in no more is of no use. */
  async function endAll(): Promise<void> {
    if (await own.endSessions('all')) window.location.assign('?_task=login')
    else all.takeBack()
  }

  if (others.isConfirming) {
    return (
      <RemovalQuestion
        needsConfirmation={questionOf(texts.endOthersAsk({ count }))}
        confirm={texts.endOthers}
        isBusy={isBusy}
        onTakeBack={others.takeBack}
        onRemove={() => void own.endSessions('others').finally(others.takeBack)}
      />
    )
  }
  if (all.isConfirming) {
    return (
      <RemovalQuestion
        needsConfirmation={questionOf(texts.endAllAsk({ count }))}
        confirm={texts.endAll}
        isBusy={isBusy}
        onTakeBack={all.takeBack}
        onRemove={() => void endAll()}
      />
    )
  }
  return (
    <div class="dialog-acts setting-acts">
      <button
        ref={others.opener}
        type="button"
        class="button"
        disabled={isBusy || (known.isComplete && count === 0)}
        onClick={others.confirm}
      >
        {texts.endOthers}
      </button>
      <button
        ref={all.opener}
        type="button"
        class="button danger"
        disabled={isBusy}
        onClick={all.confirm}
      >
        {texts.endAll}
      </button>
    </div>
  )
}

interface SessionRowProps {
  readonly session: NativeSession
  readonly canEnd: boolean
}

function SessionRow({ session, canEnd }: SessionRowProps) {
  const { own, texts } = useSettings()
  const { id, ip, since, usedAt, isCurrent } = session
  const device = deviceName(session, texts)

  return (
    <li class="identity">
      <span class="session-name">
        <strong>{device}</strong>
        <small>
          {isCurrent ? <span class="session-here">{texts.sessionHere}</span> : null}
          <bdi>{ip}</bdi>
          {` · ${texts.sessionUsed({ date: formatFullDate(usedAt) })}`}
        </small>
        <small>{texts.sessionSince({ date: formatFullDate(since) })}</small>
      </span>
      {isCurrent || !canEnd ? null : (
        <button
          type="button"
          class="button small"
          aria-label={texts.endSession({ device })}
          disabled={own.isBusy.value}
          onClick={() => void own.endSessions(id)}
        >
          {texts.signOut}
        </button>
      )}
    </li>
  )
}

function deviceName({ browser, system }: NativeSession, messages: SettingsCatalogue): string {
  if (browser === '' && system === '') return messages.deviceUnknown
  return browser === '' || system === ''
    ? browser + system
    : messages.deviceName({ browser, system })
}
