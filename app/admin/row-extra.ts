import type { Row } from '#app/entities/crud/rows.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { AdminEntity } from './admin-entity.server.ts';
import type { Done } from './done.ts';

/** The row whose page is shown. */
export type ShownRow = { viewer: SignedIn; id: string; row: Row };

/** A form sent from a row's page. */
export type SentForm = {
  entity: AdminEntity;
  viewer: SignedIn;
  id: string;
  form: FormData;
  /** The site's, for links in emails. */
  origin: string;
};

/** What one entity adds to the pages of its rows, beside the form and the facts that all entities have. */
export type RowExtra<Shown> = {
  /** Null if there is nothing to show. */
  read(page: ShownRow): Promise<Shown | null>;
  /**
   * Handles the entity's own forms.
   * @returns null if the form is another one
   * @throws ProtocolError as the services
   */
  act?(sent: SentForm): Promise<Done | null>;
};
