import { useParams } from "wouter";
import { Endpoint } from "./endpoint";
import { Endpoints } from "./endpoints";

export default function WebhooksPage() {
  const { id } = useParams<{ id?: string }>();
  return id ? <Endpoint key={id} id={id} /> : <Endpoints />;
}
