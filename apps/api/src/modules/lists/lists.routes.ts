import {
  addListMember,
  createUserList,
  deleteUserList,
  listListMembers,
  listListsOfUser,
  listUserLists,
  orderUserLists,
  removeListMember,
  renameUserList,
} from '@skein/contracts/lists';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { ListsModule } from './lists.module.ts';

export function listsRoutes(bind: BindRoute, lists: ListsModule): void {
  bind(listUserLists, ({ viewer }) => lists.list(viewer));
  bind(createUserList, ({ viewer, idempotency, body }) =>
    lists.create(viewer, idempotency, body.name),
  );
  // Before `/lists/{listId}`, which would match this path too.
  bind(orderUserLists, async ({ viewer, body }) => {
    await lists.reorder(viewer, body.ids);
    return success('success.listsOrdered');
  });
  bind(renameUserList, ({ viewer, params, body }) =>
    lists.rename(viewer, params.listId, body.name),
  );
  bind(deleteUserList, async ({ viewer, params }) => {
    await lists.delete(viewer, params.listId);
    return success('success.listDeleted');
  });
  bind(listListMembers, ({ viewer, params, query }) =>
    lists.listMembers(viewer, params.listId, query),
  );
  bind(addListMember, async ({ viewer, params }) => {
    await lists.addMember(viewer, params.listId, params.userId);
    return success('success.listMemberAdded');
  });
  bind(removeListMember, async ({ viewer, params }) => {
    await lists.removeMember(viewer, params.listId, params.userId);
    return success('success.listMemberRemoved');
  });
  bind(listListsOfUser, ({ viewer, params }) => lists.listOfMember(viewer, params.userId));
}
