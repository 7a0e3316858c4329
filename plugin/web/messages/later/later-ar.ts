export { contactsAr as contacts } from '../contacts/ar.ts'
export { mailAr as mail } from '../mail/ar.ts'
export { settingsAr as settings } from '../settings/ar.ts'
