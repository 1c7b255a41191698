/** What is complained of, of a paid call. */
export const COMPLAINT_KINDS = ['NO_PICTURE', 'WRONG_PLACE', 'BEHAVIOUR', 'OTHER'] as const;

/** What the forms of a call's page do, by their names. */
export const COMPLAINT_FORMS = ['complain', 'answerComplaint'] as const;
