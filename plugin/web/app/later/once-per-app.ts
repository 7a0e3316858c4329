import type { App } from '../app.ts'

/** Makes one thing for each page, when it is first asked for: so what later parts share is none of the first load. */
export function oncePerApp<Made>(make: (app: App) => Made): (app: App) => Made {
  const made = new WeakMap<App, { readonly value: Made }>()
  return (app) => {
    const entry = made.get(app) ?? { value: make(app) }
    made.set(app, entry)
    return entry.value
  }
}
