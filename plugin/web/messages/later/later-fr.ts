export { contactsFr as contacts } from '../contacts/fr.ts'
export { mailFr as mail } from '../mail/fr.ts'
export { settingsFr as settings } from '../settings/fr.ts'
