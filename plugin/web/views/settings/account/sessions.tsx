import { useEffect } from 'preact/hooks'
import type { NativeSession } from '../../../../wire/native/types.ts'
import type { SettingsCatalogue } from '../../../messages/settings/en.ts'
import { formatFullDate } from '../../../messages/format.ts'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'

/** Where the owner is signed in. */
export function OwnSessions() {
  const { own, words } = useSettings()
  useEffect(() => void own.loadSessions(), [])
  const known = own.sessions.value
  const isBusy = own.isBusy.value

  /** The page of who is signed in no more is of no use. */
  async function endAll(): Promise<void> {
    if (await own.endSessions('all')) window.location.assign('?_task=login')
  }

  return (
    <>
      <p class="dialog-text">{words.sessionsNote}</p>
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
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <div class="dialog-acts setting-acts">
            <button
              type="button"
              class="button"
              disabled={isBusy || (known.isComplete && known.sessions.length < 2)}
              onClick={() => void own.endSessions('others')}
            >
              {words.endOthers}
            </button>
            <button
              type="button"
              class="button danger"
              disabled={isBusy}
              onClick={() => void endAll()}
            >
              {words.endAll}
            </button>
          </div>
        </>
      )}
    </>
  )
}

function SessionRow({ session }: { readonly session: NativeSession }) {
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
          {` · ${words.sessionUsed(formatFullDate(usedAt))}`}
        </small>
        <small>{words.sessionSince(formatFullDate(since))}</small>
      </span>
      {isCurrent ? null : (
        <button
          type="button"
          class="button small"
          aria-label={words.endSession(device)}
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
  return browser === '' || system === '' ? browser + system : words.deviceName(browser, system)
}
