/** Kinds of complaints about a paid call. */
export const COMPLAINT_KINDS = ['NO_PICTURE', 'WRONG_PLACE', 'BEHAVIOUR', 'OTHER'] as const;

/** The complaint forms of a call's page, by their `intent`. */
export const COMPLAINT_FORMS = ['complain', 'answerComplaint'] as const;
