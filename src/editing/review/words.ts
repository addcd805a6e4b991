import { bilingual } from '../../payload/i18n/bilingual.ts';

export const NEEDS_ANOTHER = bilingual(
  'Χρειάζεται έγκριση από άλλον, επειδή το γράψατε εσείς. Αποθηκεύστε το ως πρόχειρο και υποβάλετέ το για έγκριση. Αν είναι επείγον, δημοσιεύεται και χωρίς, με αιτιολογία που μένει στο έγγραφο και στο ημερολόγιο ενεργειών.',
  'It needs a second pair of eyes, since you have written it. Save it as a draft, and submit it for approval. If it is urgent, it can be published without, with a reason that stays on the document and in the audit log.',
);

/** The words of reviews in the form. */
export const WORDS = {
  review: bilingual('Έγκριση', 'Approval'),
  submit: bilingual('Υποβολή για έγκριση', 'Submit for approval'),
  cancel: bilingual('Ανάκληση υποβολής', 'Take the submission back'),
  cancelled: bilingual('Η υποβολή ανακλήθηκε.', 'The submission is taken back.'),
  submitted: bilingual('Υποβλήθηκε για έγκριση.', 'Submitted for approval.'),
  note: bilingual('Σημείωμα (προαιρετικό)', 'Note (optional)'),
  to: bilingual('Προς', 'To'),
  all: bilingual('Όλους όσους δημοσιεύουν', 'All who publish'),
  decide: bilingual('Απόφαση', 'Decision'),
  reason: bilingual('Αιτιολογία (απαραίτητη για να επιστραφεί)', 'Reason (required to send it back)'),
  requiredReason: bilingual('Αιτιολογία (απαραίτητη)', 'Reason (required)'),
  noReason: bilingual('Γράψτε πρώτα την αιτιολογία.', 'Enter the reason first.'),
  approve: bilingual('Έγκριση', 'Approve'),
  approved: bilingual('Εγκρίθηκε.', 'Approved.'),
  approvePublish: bilingual('Έγκριση και δημοσίευση', 'Approve and publish'),
  published: bilingual('Δημοσιεύτηκε.', 'Published.'),
  sendBack: bilingual('Επιστροφή για διόρθωση', 'Send back for changes'),
  sentBack: bilingual('Επιστράφηκε.', 'Sent back.'),
  urgent: bilingual('Δημοσίευση ως επείγον', 'Publish as urgent'),
  waits: bilingual('Εκκρεμεί έγκριση', 'Waiting for approval'),
  waitsFor: bilingual('Περιμένει έγκριση από:', 'Waiting for approval by:'),
  submittedBy: bilingual('Υποβλήθηκε από:', 'Submitted by:'),
  isApproved: bilingual('Εγκρίθηκε από:', 'Approved by:'),
  voids: bilingual('Αν αλλάξει, χρειάζεται νέα έγκριση.', 'If it is changed, it needs another approval.'),
  wasApproved: bilingual('Είχε εγκριθεί από:', 'It was approved by:'),
  changedSince: bilingual(
    'Άλλαξε από τότε, και η έγκριση δεν ισχύει πια.',
    'It has changed since, and the approval no longer holds.',
  ),
  isSentBack: bilingual('Επιστράφηκε', 'Sent back'),
  isUrgent: bilingual(
    'Δημοσιεύτηκε ως επείγον, χωρίς έγκριση, από:',
    'Published as urgent, without approval, by:',
  ),
  saveFirst: bilingual('Αποθηκεύστε πρώτα ό,τι αλλάξατε.', 'Save your changes first.'),
  lookAgain: bilingual('Επανεξέταση', 'Look again'),
  stillTrue: bilingual(
    'Ισχύει ακόμη; Ήρθε η ώρα να το ξανακοιτάξετε.',
    'Still true? It is time to look at it again.',
  ),
  otherDay: bilingual('Για άλλη ημερομηνία πατήστε', 'For another date press'),
  isTrue: bilingual('Ισχύει ακόμη;', 'Still true?'),
  again: bilingual('Επανεξέταση στις', 'To be looked at again on'),
  againOn: bilingual('Επόμενη επανεξέταση στις (κενό: σε έναν χρόνο)', 'Next look on (empty: in a year)'),
  pastDay: bilingual(
    'Αυτή η ημέρα έχει περάσει. Επιλέξτε μια επόμενη.',
    'This day has passed. Choose a later one.',
  ),
  dateFormat: bilingual('ηη/μμ/εεεε', 'dd/mm/yyyy'),
  confirm: bilingual('Ισχύει ακόμη', 'Still true'),
  confirmSixMonths: bilingual('Ισχύει, ξανά σε έξι μήνες', 'Still true, again in six months'),
  confirmed: bilingual('Σημειώθηκε ότι ισχύει.', 'Noted as still true.'),
};
