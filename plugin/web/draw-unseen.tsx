import { render } from 'preact'
import { createApp, type AppOptions } from './app/app.ts'
import { sampleEnv, sampleResults } from './sample-mail.ts'
import { AppView } from './views/app-view.tsx'
import { readLayout } from './views/frame/layout-probe.tsx'

/**
 * Draws a list that nobody sees, and takes it away again, while somebody still types a password: a browser
 * runs code, styles and layout faster the second time. Nothing is fetched, and nothing is left in the page, the
 * address or the history. Marks its end as `drawn-unseen` in the browser's performance timeline.
 */
export async function drawUnseen({
  window,
  texts,
  loadLater,
}: Pick<AppOptions, 'window' | 'texts' | 'loadLater'>): Promise<void> {
  const { document, performance } = window
  const first = sampleResults(Date.now())
  const app = createApp({ env: sampleEnv, first, texts, window: unmoved(window), loadLater })
  const place = document.createElement('div')
  place.inert = true
  place.ariaHidden = 'true'
  place.style.cssText = 'position: fixed; inset: 0; visibility: hidden; overflow: hidden'
  readLayout(app.layout, document)
  await app.open()
  document.body.append(place)
  render(<AppView app={app} />, place)
  place.getBoundingClientRect()
  // What the views do after they are drawn comes in a task of its own.
  await new Promise((resolve) => setTimeout(resolve, 50))
  render(null, place)
  place.remove()
  performance.mark('drawn-unseen')
}

/** The window, but for its address, history and events: what is done to them leads nowhere, so nothing of it stays. */
function unmoved(window: AppOptions['window']): AppOptions['window'] {
  return replaced(window, {
    location: { hash: '' },
    history: { state: null, replaceState: ignore, pushState: ignore },
    addEventListener: ignore,
    document: replaced(window.document, { addEventListener: ignore }),
    BroadcastChannel: SilentChannel,
  })
}

/** Two tabs of nobody have nothing to tell each other. */
class SilentChannel {
  readonly addEventListener = ignore
  readonly postMessage = ignore
}

const ignore = () => undefined

/** The same object with other members. */
function replaced<Target extends object>(
  target: Target,
  others: Readonly<Record<PropertyKey, unknown>>,
): Target {
  return new Proxy(target, {
    get(_, name): unknown {
      if (name in others) return others[name]
      const value: unknown = Reflect.get(target, name)
      // The browser's own functions want to be called on their own object.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
