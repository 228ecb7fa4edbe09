// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Writes Transfer in the shape of ERC-721: same first topic as ERC-20, but the third argument is indexed (4 topics, no
/// data).
contract FourTopicToken {
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function transfer(address to, uint256 tokenId) external returns (bool) {
        emit Transfer(msg.sender, to, tokenId);
        return true;
    }
}
