import type { Options } from 'tsup'

type BuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Makes `styles/later.css`, with what it imports, a text in the script that needs it: the page starts without it. */
export const styleAsText: BuildPlugin = {
  name: 'style-as-text',
  setup(bundler) {
    // Under a name without an ending: tsup takes every file that ends as a style does.
    bundler.onResolve({ filter: /\/later\.css$/ }, ({ path, resolveDir }) => ({
      path: 'later-style',
      namespace: 'style-as-text',
      pluginData: new URL(path, `file://${resolveDir}/`).pathname,
    }))
    bundler.onLoad({ filter: /./, namespace: 'style-as-text' }, async ({ pluginData: file }) => {
      const { outputFiles } = await bundler.esbuild.build({
        ...{ entryPoints: [String(file)], bundle: true, minify: true },
        write: false,
      })
      return { contents: outputFiles[0]?.text ?? '', loader: 'text' }
    })
  },
}
