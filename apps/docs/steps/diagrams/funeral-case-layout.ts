import type { DiagramLayout } from "./diagram-layout";

export const funeralCaseDiagramLayout: DiagramLayout = {
  height: 292,
  states: {
    OPEN: { at: [112, 112], width: 84, tone: "open" },
    POSTPONED: { at: [112, 172], width: 94, tone: "open" },
    ASSIGNED: { at: [296, 112], width: 84, tone: "assigned" },
    STARTED: { at: [426, 112], width: 84, tone: "moving" },
    LOADED: { at: [574, 112], width: 84, tone: "loaded" },
    DELIVERED: { at: [790, 112], width: 94, tone: "closed" },
    CANCELLED: { at: [296, 266], width: 94, tone: "closed" },
  },
  areas: {
    "not delivered": {
      title: "Not delivered",
      titleAt: [40, 30],
      box: [28, 10, 616, 216],
      states: ["OPEN", "POSTPONED", "ASSIGNED", "STARTED", "LOADED"],
    },
    "nothing loaded": {
      title: "Nothing loaded",
      titleAt: [56, 58],
      box: [44, 40, 446, 170],
      states: ["OPEN", "POSTPONED", "ASSIGNED", "STARTED"],
    },
  },
  wires: [
    {
      action: "ASSIGN",
      from: ["OPEN", "POSTPONED"],
      to: ["ASSIGNED"],
      lines: ["OPEN right > ASSIGNED left", "POSTPONED right > 194 > at 194 112"],
      label: { at: [224, 106], anchor: "middle" },
    },
    {
      action: "ASSIGN",
      from: ["ASSIGNED"],
      to: ["ASSIGNED"],
      lines: ["ASSIGNED top 285 > 76 > ASSIGNED top 307"],
      label: { at: [296, 70], anchor: "middle" },
    },
    {
      action: "ASSIGN",
      from: ["STARTED"],
      to: ["STARTED"],
      lines: ["STARTED top 415 > 76 > STARTED top 437"],
      label: { at: [426, 70], anchor: "middle" },
    },
    {
      action: "ASSIGN",
      from: ["LOADED"],
      to: ["LOADED"],
      lines: ["LOADED top 563 > 76 > LOADED top 585"],
      label: { at: [574, 70], anchor: "middle" },
    },
    {
      action: "DELIVER",
      from: ["not delivered"],
      to: ["DELIVERED"],
      lines: ["not delivered right 112 > DELIVERED left"],
      label: { at: [694, 106], anchor: "middle" },
    },
    {
      action: "CANCEL",
      from: ["nothing loaded"],
      to: ["CANCELLED"],
      lines: ["nothing loaded bottom 296 > CANCELLED top"],
      label: { at: [302, 241] },
    },
  ],
  notes: [{ text: "Otherwise the case follows its links.", at: [844, 268], anchor: "end" }],
};
