import { writeFile } from 'node:fs/promises'
import { settingsDocument } from './settings-document.ts'

// Writes plugin/docs/settings.md again after a change of the schema: `npx tsx scripts/settings/main.ts`.
await writeFile(new URL('../../plugin/docs/settings.md', import.meta.url), settingsDocument())
