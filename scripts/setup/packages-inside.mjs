/** What stays in node_modules: native modules, what finds files beside itself, and drivers that knex has for databases. */
export const outsideBundles = [
  ...['sqlite3', 'mysql2', 'pg'],
  // No one installs these; knex names them.
  ...['better-sqlite3', 'mariadb', 'mysql', 'oracledb', 'pg-native', 'pg-query-stream', 'tedious'],
]

/** Settings of a bundle for Node that holds the code of all packages but those `outside`. */
export function packagesInside(outside) {
  return {
    noExternal: [new RegExp(`^(?!(?:${outside.join('|')})(?:/|$))`)],
    external: outside,
    // A CommonJS package inside requests what is outside, and for modules of Node, by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  }
}
