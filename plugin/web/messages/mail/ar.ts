import { formatBytes, formatCount, isolateNames, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('ar', ['zero', 'one', 'two', 'few', 'many', 'other'])

/** The texts of later views of mail in Arabic. */
export const mailAr: MailCatalogue = isolateNames<MailCatalogue>({
  markAllRead: 'وضع علامة «مقروءة» على الكل',
  emptyFolderAsk: (name, messages, folders) =>
    `هل تريد حذف ${contents(messages, folders)} في ${name} نهائيًا؟`,
  emptyFolderConfirm: 'حذف الكل',
  emptyToTrashAsk: (name, messages) =>
    `هل تريد نقل ${contents(messages, 0)} من ${name} إلى المهملات؟`,
  newFolderIn: (name) => `مجلد جديد في ${name}`,
  folderNameField: 'الاسم',
  folderParent: 'داخل',
  folderTop: '(المستوى الأعلى)',
  deleteFolderAsk: (name, messages, folders) => `سيُحذف ${name} مع ${contents(messages, folders)}.`,
  hideFolder: 'إخفاء من هذه القائمة',
  chooseFoldersNote: 'المجلد المخفي يحتفظ برسائله.',
  noOwnFolders: 'لا توجد مجلدات خاصة بك بعد.',
  useAs: 'الاستخدام',
  ordinaryFolder: 'مجلد عادي',
  quoteCut: 'هذه الرسالة طويلة جدًا: هنا بدايتها فقط. أعد توجيهها كمرفق لإرسالها كاملة.',
  findFolder: 'البحث عن مجلد',
  goToFolder: 'الانتقال إلى مجلد',
  saveAttachments: 'حفظ كل المرفقات (.zip)',
  noIdentity: 'اختر من يكتب',
  askReceipt: 'طلب إشعار بالقراءة',
  noOwnAddress: (user) =>
    `لا يمكن إرسال شيء من هنا: ليس لـ ${user} نطاق بريد. راجع المسؤول. تبقى المسودات محفوظة.`,
  sentButNotFiled: 'أُرسلت الرسالة. تعذر حفظ نسختها في «المرسل».',
  sentCopyPending: 'أُرسلت الرسالة. نسختها ليست في «المرسل» بعد.',
  saveDraft: 'حفظ المسودة',
  draftSaved: 'حُفظت المسودة',
  draftsKept:
    'لا يمكن حذف المسودات في هذا الصندوق، لذلك لم تعد تُحفظ تلقائيًا. حفظ المسودة يخزّن نسخة أخرى؛ ويبقى نصك في علامة التبويب هذه.',
  sentDraftLeft: 'أُرسلت الرسالة. تبقى مسودتها في المسودات: لا يسمح خادم البريد بالحذف هناك.',
  savedAt: (time) => `حُفظت ${time}`,
  draftRestored: 'عادت رسالتك غير المرسلة. أرفق ملفاتها من جديد إن كانت لها ملفات.',
  discard: 'تجاهل المسودة',
  discarded: 'حُذفت المسودة',
  originalBelow: 'تأتي الرسالة المعاد توجيهها بشكلها الأصلي',
  originalAsText: 'تعديل كنص',
  removeOriginal: 'إزالة',
  addCc: 'نسخة، نسخة مخفية',
  suggestions: 'مستلمون مقترحون',
  attachLimit: (used, max) => `${formatBytes(used)} من ${formatBytes(max)}`,
  uploading: 'جارٍ رفع الملفات',
  uploadStopped: 'أُوقف الرفع. الملفات ما زالت هنا.',
  removeAttachment: (name) => `إزالة ${name}`,
  tooLarge: (max) => `المرفقات معًا أكبر من ${formatBytes(max)}.`,
  noRecipient: 'أضف مستلمًا واحدًا على الأقل.',
  finishDraftFirst: 'أرسل الرسالة المفتوحة أو احفظها أو تجاهلها أولًا.',
  sendAfterOutage: 'عاد الخادم إلى الاستجابة. اضغط على «إرسال» مرة أخرى لإرسال هذه الرسالة.',
  sendQuestions: {
    attachment: 'ذكرت مرفقًا، لكن لم يُرفق شيء.',
    uncertain:
      'ربما سُلِّمت هذه الرسالة: انقطع الاتصال قبل أن يجيب خادم البريد. اسأل المستلمين أو أرسلها مرة أخرى؛ فمن وصلته قد يراها مرتين.',
    changed: 'أُرسلت هذه الرسالة كما كانت قبل تغييرها.',
  },
  sendAnyway: {
    attachment: 'إرسال على أي حال',
    uncertain: 'إرسال مرة أخرى',
    changed: 'إرسال كرسالة جديدة',
  },
  attachmentWords: ['مرفق', 'أرفق', 'المرفقات', 'attach', 'enclosed'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'اختصارات لوحة المفاتيح',
  keyNext: 'الرسالة التالية',
  keyPrevious: 'الرسالة السابقة',
  keyOpen: 'فتح الرسالة',
  keySelect: 'تحديد الرسالة',
  keySearch: 'بحث',
  keyEscape: 'العودة، أو إلغاء التحديد',
  keyHelp: 'هذه المساعدة',
  keySelectAll: 'تحديد كل رسائل القائمة',
  keyUndo: 'التراجع عن آخر إجراء',
  keyCloseComposer: 'في الرسالة الجديدة: إغلاقها مع الاحتفاظ بالمسودة',
  keyTenDown: 'عشر رسائل إلى الأسفل',
  keyTenUp: 'عشر رسائل إلى الأعلى',
  keyFirst: 'أول رسالة',
  keyLast: 'آخر رسالة',
})

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages, true)
  const counted = plural(
    folders,
    'لا مجلدات',
    'مجلد واحد',
    'مجلدين',
    `${formatCount(folders)} مجلدات`,
    `${formatCount(folders)} مجلدًا`,
    `${formatCount(folders)} مجلد`,
  )
  return `${countedMessages(messages, true)} و${counted}`
}

/** Two messages have another ending where something is done to them. */
function countedMessages(count: number, isObject = false): string {
  return plural(
    count,
    'لا رسائل',
    'رسالة واحدة',
    isObject ? 'رسالتين' : 'رسالتان',
    `${formatCount(count)} رسائل`,
    `${formatCount(count)} رسالة`,
    `${formatCount(count)} رسالة`,
  )
}
