import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'

/** Who is signed in, the way to the panel, and the way out. Signing out is a form, so it carries the token. */
export function OwnerCard() {
  const { env, text, session } = useApp()

  return (
    <div class="owner">
      <span class="owner-name" title={env.user}>
        {env.user}
      </span>
      {env.panelHome === null ? null : (
        <a
          class="icon-button"
          href={env.panelHome}
          aria-label={text.controlPanel}
          title={text.controlPanel}
        >
          <Icon name="home" />
        </a>
      )}
      <form method="post" action="?_task=logout">
        <input type="hidden" name="_token" value={session.requestToken()} />
        <button type="submit" class="icon-button" aria-label={text.signOut} title={text.signOut}>
          <Icon name="sign-out" />
        </button>
      </form>
      <LiveMark />
      <Storage />
    </div>
  )
}

/** The storage used, where the server tells a limit. */
function Storage() {
  const { text, mailboxes } = useApp()
  const quota = mailboxes.quota.value
  if (quota === null) return null

  return (
    <label class={quota.used > quota.limit * 0.9 ? 'storage is-full' : 'storage'}>
      <meter value={quota.used} max={quota.limit} />
      {text.storage(quota.used, quota.limit)}
    </label>
  )
}

/** Whether new mail comes by itself. Quiet: it says nothing while it changes, and can be read at any time. */
function LiveMark() {
  const { env, text, live } = useApp()
  const isLive = live.isLive.value

  return (
    <span class={isLive ? 'live-mark is-live' : 'live-mark'}>
      {isLive ? text.live : text.checkedEvery(env.refreshSeconds)}
    </span>
  )
}
