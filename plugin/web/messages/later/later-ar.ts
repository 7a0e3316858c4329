export { contactsAr as contacts } from '../contacts/ar.ts'
export { settingsAr as settings } from '../settings/ar.ts'
