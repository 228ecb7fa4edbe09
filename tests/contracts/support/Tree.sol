// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Trees of any number of leaves. A last node without a neighbour moves up.
library Tree {
    function root(bytes32[] memory nodes) internal pure returns (bytes32) {
        while (nodes.length > 1) nodes = _above(nodes);
        return nodes[0];
    }

    function proof(bytes32[] memory nodes, uint256 index) internal pure returns (bytes32[] memory path) {
        while (nodes.length > 1) {
            uint256 neighbour = index ^ 1;
            if (neighbour < nodes.length) path = append(path, nodes[neighbour]);
            nodes = _above(nodes);
            index /= 2;
        }
    }

    function pair(bytes32 a, bytes32 b) internal pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function append(bytes32[] memory path, bytes32 node) internal pure returns (bytes32[] memory longer) {
        longer = new bytes32[](path.length + 1);
        for (uint256 i = 0; i < path.length; ++i) {
            longer[i] = path[i];
        }
        longer[path.length] = node;
    }

    function _above(bytes32[] memory nodes) private pure returns (bytes32[] memory above) {
        above = new bytes32[]((nodes.length + 1) / 2);
        for (uint256 i = 0; i < above.length; ++i) {
            above[i] = 2 * i + 1 < nodes.length ? pair(nodes[2 * i], nodes[2 * i + 1]) : nodes[2 * i];
        }
    }
}
