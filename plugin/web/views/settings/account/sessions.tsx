import { useEffect } from 'preact/hooks'
import type { NativeSession, NativeSessions } from '../../../../wire/native/types.ts'
import type { SettingsCatalogue } from '../../../texts/later-texts.ts'
import { useApp } from '../../../app/app-context.ts'
import { formatFullDate } from '../../../texts/format.ts'
import { RemovalQuestion, useAsking } from '../../dialog/removal-question.tsx'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'

/** Where the owner is signed in. */
export function OwnSessions() {
  const { settings } = useApp()
  const { own, words } = useSettings()
  // What ends here the panel begins anew: only what holds is offered.
  const isByPanel = settings.known.value?.isSignedInByPanel === true
  useEffect(() => void own.loadSessions(), [])
  const known = own.sessions.value

  return (
    <>
      <p class="dialog-text">{isByPanel ? words.sessionsByPanel : words.sessionsNote}</p>
      <FailureNote failure={own.problem.value} />
      {known === undefined ? null : (
        <>
          {known.isComplete ? null : (
            <p class="dialog-text" role="status">
              {words.sessionsIncomplete}
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
  const { own, words } = useSettings()
  const others = useAsking()
  const all = useAsking()
  const isBusy = own.isBusy.value
  const count = known.sessions.filter(({ isCurrent }) => !isCurrent).length
  // Of those that could not be looked up nobody knows how many there are.
  const askOf = (text: string) => (known.isComplete ? text : `${text} ${words.sessionsIncomplete}`)

  /** The page of who is signed in no more is of no use. */
  async function endAll(): Promise<void> {
    if (await own.endSessions('all')) window.location.assign('?_task=login')
    else all.takeBack()
  }

  if (others.isAsked) {
    return (
      <RemovalQuestion
        asks={askOf(words.endOthersAsk({ count }))}
        confirm={words.endOthers}
        isBusy={isBusy}
        onTakeBack={others.takeBack}
        onRemove={() => void own.endSessions('others').finally(others.takeBack)}
      />
    )
  }
  if (all.isAsked) {
    return (
      <RemovalQuestion
        asks={askOf(words.endAllAsk({ count }))}
        confirm={words.endAll}
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
        onClick={others.ask}
      >
        {words.endOthers}
      </button>
      <button
        ref={all.opener}
        type="button"
        class="button danger"
        disabled={isBusy}
        onClick={all.ask}
      >
        {words.endAll}
      </button>
    </div>
  )
}

interface SessionRowProps {
  readonly session: NativeSession
  readonly canEnd: boolean
}

function SessionRow({ session, canEnd }: SessionRowProps) {
  const { own, words } = useSettings()
  const { id, ip, since, usedAt, isCurrent } = session
  const device = deviceName(session, words)

  return (
    <li class="identity">
      <span class="session-name">
        <strong>{device}</strong>
        <small>
          {isCurrent ? <span class="session-here">{words.sessionHere}</span> : null}
          <bdi>{ip}</bdi>
          {` · ${words.sessionUsed({ date: formatFullDate(usedAt) })}`}
        </small>
        <small>{words.sessionSince({ date: formatFullDate(since) })}</small>
      </span>
      {isCurrent || !canEnd ? null : (
        <button
          type="button"
          class="button small"
          aria-label={words.endSession({ device })}
          disabled={own.isBusy.value}
          onClick={() => void own.endSessions(id)}
        >
          {words.signOut}
        </button>
      )}
    </li>
  )
}

function deviceName({ browser, system }: NativeSession, words: SettingsCatalogue): string {
  if (browser === '' && system === '') return words.deviceUnknown
  return browser === '' || system === '' ? browser + system : words.deviceName({ browser, system })
}
