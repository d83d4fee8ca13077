import { areaOperations } from "@leitstand/contract/company/areas";
import { implementOperations } from "#platform/http/handler";
import {
  changeArea,
  changeWaitingTime,
  createArea,
  deleteArea,
  getArea,
  listAreas,
  listWaitingTimes,
} from "./areas.service";

export const areaRoutes = implementOperations(areaOperations, {
  getAreas: ({ tx, scope, query }) => listAreas(tx, scope, query.zip_code),
  createArea: ({ tx, scope, body }) => createArea(tx, scope, body),
  getAreaWaitingTimes: ({ tx, scope }) => listWaitingTimes(tx, scope),
  getArea: ({ tx, scope, params }) => getArea(tx, scope, params.id),
  updateArea: ({ tx, scope, params, body }) => changeArea(tx, scope, { ...body, id: params.id }),
  deleteArea: ({ tx, scope, params }) => deleteArea(tx, scope, params.id),
  updateAreaWaitingTime: ({ tx, scope, params, body }) => changeWaitingTime(tx, scope, { ...body, id: params.id }),
});
